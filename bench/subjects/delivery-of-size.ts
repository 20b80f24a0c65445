import { type Delivery, signBody } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';

/** A signed delivery whose body has an exact length. */
export interface SizedDelivery {
  readonly body: Buffer;
  readonly header: string;
}

export const secret = 'whsec_bench_4f0c2e7a91';

/**
 * An event with all 17 fields of its record, whose `formData` is filled with text fields up to the length.
 *
 * @param bytes The length of the body.
 * @param text The value of a field. With a letter outside ASCII, the body is not ASCII either.
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

/** The same as an adapter passes it to the receiver. */
export function toDelivery(delivery: SizedDelivery): Delivery {
  return toRequest(delivery);
}

/** The same as a request without a framework. */
export function toRequest({ body, header }: SizedDelivery) {
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    'service-signature': header,
  };
  return {
    method: 'POST',
    header: (name: string) => headers[name] ?? null,
    readBody: () => body,
  };
}
