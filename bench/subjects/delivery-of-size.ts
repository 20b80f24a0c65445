import { type Delivery, signBody } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';

/** A signed delivery of exactly so many bytes. */
export interface SizedDelivery {
  readonly body: Buffer;
  readonly header: string;
}

export const secret = 'whsec_bench_4f0c2e7a91';

/**
 * An event as the service sends it, all 17 fields of its record, brought to size with fields of text in `formData`.
 *
 * @param text What the fields hold; one with a letter outside ASCII makes a body that is not.
 */
export async function deliveryOfSize(
  bytes: number,
  { id = 'evt_bench', text = 'Registered Nurse, Alameda County' } = {},
): Promise<SizedDelivery> {
  const { data, ...envelope } = fixture('document_verification.recorded', { id });
  const formData: Record<string, string> = { ...data.formData } as Record<string, string>;
  const write = (): Buffer =>
    Buffer.from(JSON.stringify({ ...envelope, data: { ...data, formData } }));

  const fieldBytes = Buffer.byteLength(text) + '"field00000":"",'.length;
  const missing = bytes - write().length - ',"note":""'.length;
  for (let field = 0; field < Math.floor(missing / fieldBytes); field += 1) {
    formData[`field${String(field).padStart(5, '0')}`] = text;
  }
  formData['note'] = '';
  formData['note'] = 'x'.repeat(bytes - write().length);
  const body = write();
  return { body, header: await signBody(body, { secret }) };
}

/** What an adapter hands to the receiver. */
export function toDelivery({ body, header }: SizedDelivery): Delivery {
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    'service-signature': header,
  };
  return { method: 'POST', header: (name) => headers[name] ?? null, readBody: () => body };
}
