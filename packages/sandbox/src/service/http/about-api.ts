/** The introduction of the OpenAPI document. */
export const aboutApi = `
It screens candidates, verifies documents and sends webhooks, as the real service does. **All data is synthetic. Do not send data about real people.**

- **Base URL:** the address that the sandbox prints when it starts. Every path begins with \`/v1\`.
- **Authentication:** send an API key as \`Authorization: Bearer <key>\`. The sandbox prints one when it starts.
- **Errors:** a refusal is a problem document (RFC 9457) with a stable \`code\`. The header \`Service-Request-Id\` of each answer identifies the request in the request log.
- **Idempotency:** send an \`Idempotency-Key\` with a change. For 24 hours, a repeated request with the same key gets the first answer.
- **Pagination:** a list has \`data\`, \`hasMore\` and \`nextCursor\`. Send \`nextCursor\` as \`cursor\` to get the next page.
- **Faults:** a fault that a test has set can answer any operation with 429 \`rate_limited\` or 500 \`sandbox_fault\`, or delay its answer. The header \`Sandbox-Fault\` then names the fault.

Limits in characters count Unicode code points.

## Extensions

| Extension | Meaning |
|---|---|
| \`x-shown: false\` | The operation is a decision of this sandbox. The specification of the service does not have it. |
| \`x-scopes\` | A key needs one of these scopes. |
| \`x-partner: true\` | The key must belong to a partner. |
| \`x-tenant-wide: true\` | The key must be bound to no integration. |
| \`x-allowed-when\` | Each of these properties of the object must have one of these values. Otherwise, the answer is 409. |
| \`x-allowed-for\` | The same, depending on a field of the body. |
| \`x-guard\` | A further condition, in words. |
| \`x-not-before\` | A property of the object with a time. Before it, the answer is 409. |
| \`x-earliest\` | For a field of the body that is a time: a property of the object with the earliest time. |
| \`x-lifecycle\` | The stage of the operation, \`active\` or \`deprecated\`. Each answer of a deprecated operation has the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594), at least 12 months apart. |
| \`x-codes\` | The codes that the problem document of the response can have. |
| \`x-max-bytes\` | The most bytes of an object as JSON. |
| \`x-max-value-characters\` | The most characters of each value of an object: of a text as it is, of other values as JSON. |
| \`x-sensitive: true\` | Personal data. The request log does not keep it. |
| \`x-event-data\` | The schema of the \`data\` of each server-sent event. |
| \`x-availability: coming_soon\` | The specification marks the webhook as coming soon. |
`.trim();
