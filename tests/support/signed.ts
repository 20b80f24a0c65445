import { signBody } from '@screening-webhooks/core';

export const SECRET = 'whsec_adapters';

/** The body of a valid event. */
export function eventBody(id = 'evt_1'): string {
  return JSON.stringify({
    id,
    type: 'document_verification.recorded',
    created: '2026-11-20T10:00:05.000Z',
    data: { integrationId: 'int_1', verified: false, formData: { licenseNumber: 'RN1' } },
  });
}

/** The headers of a signed delivery. */
export async function signedHeaders(body: string | Uint8Array): Promise<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'service-signature': await signBody(body, { secret: SECRET }),
  };
}

/** A delivery for `fetch`. The given headers replace those of the signed body. */
export async function signedRequest(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<RequestInit> {
  return {
    method: 'POST',
    headers: { ...(await signedHeaders(body)), ...headers },
    body: new Uint8Array(Buffer.from(body)),
  };
}
