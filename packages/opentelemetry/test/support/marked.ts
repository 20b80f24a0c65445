import type { Delivery, EventEnvelope, Rejection } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { AT } from './deliveries.js';

/** Marks secret and personal values. It must not appear in any telemetry. The text after it says where the value came from. */
export const MARK = 'CANARY';
export const MARKED_SECRET = `whsec_${MARK}_secret`;

/** An event in which everything except the id and a known type is marked. */
export function markedEvent(id: string, type?: string): EventEnvelope {
  const event = fixture('document_verification.failed', {
    id,
    created: `${MARK}-created`,
    related: { note: `${MARK} related` },
    data: {
      verificationId: `${MARK}-verification`,
      externalId: `${MARK}-external`,
      integrationId: `${MARK}-integration`,
      sessionId: `${MARK}-session`,
      sessionReference: `${MARK}-reference`,
      documentConfigSlug: `${MARK}-slug`,
      checkTypeSlug: `${MARK}-check`,
      state: `${MARK}-state`,
      formData: { holderName: `${MARK} Maria Ortiz`, [`${MARK}-field`]: 1 },
      verificationFileUploads: [`https://files.test/${MARK}.jpg`],
      errorMessage: `${MARK} error message`,
      metadata: { email: `${MARK}@example.com` },
    },
  });
  return type === undefined ? event : { ...event, type };
}

/** An error with a marked message, code, cause and property. */
export function markedError(where: string): Error {
  const error = new Error(`${MARK} ${where}: no clinician Maria Ortiz`, {
    cause: new Error(`${MARK} cause`),
  });
  return Object.assign(error, { code: `${MARK} ${where} code`, detail: `${MARK} detail` });
}

/** A marked error whose name is marked too. */
export function markedName(where: string): Error {
  return Object.assign(markedError(where), { name: `${MARK} ${where} name` });
}

const headers: Readonly<Record<string, string>> = {
  authorization: `Bearer ${MARK}-header`,
  cookie: `session=${MARK}-cookie`,
  'user-agent': `${MARK}-agent`,
  baggage: `user=${MARK}-baggage`,
  traceparent: `00-${MARK}-traceparent`,
  host: `${MARK}.example.com`,
};

/** A signed delivery with marked headers. */
export async function markedDelivery(
  content: EventEnvelope | string,
  changes: Readonly<Record<string, string | null>> = {},
  at: number = AT,
): Promise<Delivery> {
  const signed = (await sign(content, { secret: MARKED_SECRET, at })).delivery();
  const all = { ...headers, ...changes };
  return { ...signed, header: (name) => (name in all ? (all[name] ?? null) : signed.header(name)) };
}

/** One delivery for each rejection code. Everything that the sender controls is marked. */
export async function rejectedDeliveries(): Promise<readonly Delivery[]> {
  const event = markedEvent('evt_rejected');
  const signed = await markedDelivery(event);
  const signature = signed.header('service-signature') ?? '';
  const [t, v1] = signature.split(',');
  const incomplete: Rejection = { ok: false, code: 'body_incomplete' };
  return [
    { ...signed, method: `${MARK}METHOD` },
    await markedDelivery(event, { 'content-type': `text/${MARK}` }),
    await markedDelivery(event, { 'content-encoding': `${MARK}` }),
    await markedDelivery(event, { 'content-length': '99999999' }),
    { ...signed, readBody: () => incomplete },
    await markedDelivery(event, { 'service-signature': null }),
    await markedDelivery(event, { 'service-signature': `${MARK}` }),
    await markedDelivery(event, { 'service-signature': `${v1},key=${MARK}` }),
    await markedDelivery(event, { 'service-signature': `${t},v1=${MARK}` }),
    await markedDelivery(event, { 'service-signature': `${t},v1=${'0'.repeat(64)}` }),
    await markedDelivery(event, {}, AT - 900),
    await markedDelivery(event, {}, AT + 900),
    await markedDelivery(`{"${MARK}": `),
    // The receiver's schemas reject this one.
    await markedDelivery(markedEvent('evt_data_invalid')),
    await markedDelivery({ ...event, data: { integrationId: `${MARK}-other` } }),
  ];
}
