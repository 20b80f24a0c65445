/** The text that `explain` prints for a code. */
export interface CodeEntry {
  readonly code: string;
  /** The HTTP status of the answer that has the code. */
  readonly status: number;
  /** Paragraphs, each a line: the meaning, the cause and the cure. */
  readonly text: string;
}

// Written by `npx vitest run --project toolkit packages/cli/test/explain.test.ts -u` from docs/codes.md, which no installed package has.
/** Each code of a refused or postponed delivery. */
export const codeEntries: readonly CodeEntry[] = [
  {
    code: 'signature_header_missing',
    status: 400,
    text: `The request has no Service-Signature header, or an empty one.
Cause: a request that is not from the service, such as a health check; a proxy that drops unknown headers; or, in your own call, another header name. On Node the names in req.headers are lower-case.
Cure: pass req.headers['service-signature'], or the whole Headers object. Let the proxy forward the header.`,
  },
  {
    code: 'signature_header_malformed',
    status: 400,
    text: `The header is not t=<unix seconds>,v1=<64 hex digits>, has two "t", or is longer than a genuine one can be.
Cause: the value of another header was passed, or the header was changed on its way.
Cure: log the header and compare it with the form above. Pass it unchanged.`,
  },
  {
    code: 'timestamp_missing',
    status: 400,
    text: `The header has pairs, but no "t".
Cause: only the signature was copied from the header, or it is the header of another service.
Cure: pass the whole value, t=…,v1=….`,
  },
  {
    code: 'signature_missing',
    status: 400,
    text: `The header has a "t", but no v1 of 64 hex digits.
Cause: the header was cut, or a signature was written in base64.
Cure: pass the whole value. To sign in tests, use signBody or "sign" of @screening-webhooks/testing.`,
  },
  {
    code: 'signature_mismatch',
    status: 401,
    text: `No secret and no v1 of the header fit the body.
Cause: the body is not the raw body: a parser read it, and the JSON was serialized again. Or the secret belongs to another endpoint, was rolled, or has a line break. Or the request is forged.
Cure: mount the route before the parser, or use express.json({ verify: keepRawBody }). Copy the secret of this endpoint from the dashboard. During a rotation, give both: secret: [next, previous]. For a delivery in hand, npx @screening-webhooks/cli verify finds out which of these it is.
With reason: 'no_secret' in the rejection, the secret resolver returned undefined: an unknown tenant, or a variable or binding that is not set. The README of @screening-webhooks/core has the rule in The secret.`,
  },
  {
    code: 'timestamp_too_old',
    status: 400,
    text: `The signature is genuine, but "t" is more than 300 s before the receiver's clock. "skew" has the seconds.
Cause: the receiver's clock is ahead, a proxy held the delivery back, a recorded delivery was sent again, or a test has a fixed "t".
Cure: set the clock by NTP. In tests, sign now, or give the receiver the clock of the test: now: clock.now.`,
  },
  {
    code: 'timestamp_in_future',
    status: 400,
    text: `The signature is genuine, but "t" is more than 300 s after the receiver's clock. "skew" has the seconds, negative.
Cause: the receiver's clock is behind, or "t" was made of milliseconds.
Cure: set the clock by NTP. In tests, sign with Math.floor(Date.now() / 1000).`,
  },
  {
    code: 'method_not_allowed',
    status: 405,
    text: `The request is not a POST.
Cause: somebody opened the URL in a browser, or a monitor sends GET.
Cure: let monitors ask another path.`,
  },
  {
    code: 'unsupported_media_type',
    status: 415,
    text: `Content-Type is not application/json.
Cause: a request that is not from the service, or a test or proxy that sends another type.
Cure: send Content-Type: application/json. sign(…).headers of @screening-webhooks/testing has it.`,
  },
  {
    code: 'unsupported_encoding',
    status: 415,
    text: `The body is compressed: it has a Content-Encoding.
Cause: a proxy compresses requests. The signature is over the bytes that the service sent.
Cure: switch the compression of requests off for this path.`,
  },
  {
    code: 'body_too_large',
    status: 413,
    text: `The body has more than maxBodyBytes, by default 1,048,576.
Cause: a record with very large form data, or not an event of the service.
Cure: raise maxBodyBytes.`,
  },
  {
    code: 'body_incomplete',
    status: 400,
    text: `The body did not arrive completely before the ack deadline, or the connection broke.
Cause: a broken connection or a slow one. In an app: middleware has paused or read the stream.
Cure: nothing, when it is rare: the service delivers again. Otherwise mount the route before that middleware.`,
  },
  {
    code: 'event_malformed',
    status: 400,
    text: `The body is not UTF-8, not JSON, or has no "id", "type", "created" and object "data". An "id" has at most 255 characters. Lists and objects are nested at most 512 levels deep, so that every inbox and handler can walk them.
Cause: a test that signed something else than an event.
Cure: make the event with "fixture" of @screening-webhooks/testing.`,
  },
  {
    code: 'data_invalid',
    status: 422,
    text: `A schema of yours refuses the event, or data.verified contradicts the type. "issues" says where.
Cause: the schema is stricter than what the service sends, or the form of the document has changed.
Cure: read "issues" in "observe", and let the schema accept what is sent.`,
  },
  {
    code: 'wrong_integration',
    status: 403,
    text: `The event is of another integration than integrationId.
Cause: the endpoint is registered with another integration, for example with staging in place of production.
Cure: give the integrationId of this endpoint, or register the endpoint with the right integration.`,
  },
  {
    code: 'unavailable: secret',
    status: 503,
    text: `"unavailable": the service delivers again. outcome.reason is in the log and in "observe", never in the answer.
Cause: the secret resolver threw, did not answer before the deadline, or returned an empty string.
Cure: set the variable or binding that it reads.`,
  },
  {
    code: 'unavailable: dedupe',
    status: 503,
    text: `"unavailable": the service delivers again. outcome.reason is in the log and in "observe", never in the answer.
Cause: the dedupe store threw or did not answer before the deadline.
Cure: read the error in the log; check the connection to the store, and its migrate().`,
  },
  {
    code: 'unavailable: inbox',
    status: 503,
    text: `"unavailable": the service delivers again. outcome.reason is in the log and in "observe", never in the answer.
Cause: the inbox threw, did not answer before the deadline, or answered neither "stored" nor "duplicate".
Cure: read the error in the log; check the connection to its database or queue.`,
  },
  {
    code: 'unavailable: schema',
    status: 503,
    text: `"unavailable": the service delivers again. outcome.reason is in the log and in "observe", never in the answer.
Cause: a schema threw or did not answer before the deadline. A schema that refuses is data_invalid.
Cure: correct the schema: it must return issues in place of throwing.`,
  },
  {
    code: 'unavailable: tenant',
    status: 503,
    text: `"unavailable": the service delivers again. outcome.reason is in the log and in "observe", never in the answer.
Cause: a function given as integrationId or "namespace" threw, or returned something else than a non-empty string.
Cure: let it return the tenant for every request for which "secret" finds a secret.`,
  },
  {
    code: 'unavailable: clock',
    status: 503,
    text: `"unavailable": the service delivers again. outcome.reason is in the log and in "observe", never in the answer.
Cause: now(), or the receivedAt of an adapter, is not a number of milliseconds.
Cure: return milliseconds since the epoch, as Date.now does.`,
  },
  {
    code: 'unavailable: draining',
    status: 503,
    text: `"unavailable": the service delivers again. outcome.reason is in the log and in "observe", never in the answer.
Cause: drain() was called: this process ends.
Cure: nothing. Another process gets the retry.`,
  },
  {
    code: 'raw_body_unavailable',
    status: 500,
    text: `The "code" of a RawBodyUnavailableError, which the framework's error handling gets.
Cause: something read the body before the receiver, and its exact bytes are gone.
Cure: the error's message has the line for your framework.`,
  },
];
