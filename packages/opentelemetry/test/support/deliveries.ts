import type { Delivery, EventEnvelope } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';

export const SECRET = 'whsec_telemetry';
/** Unix seconds: the default time of signatures. */
export const AT = 1_767_225_600;
/** The receiver's clock: 2.5 seconds after the signature. */
export const now = (): number => AT * 1000 + 2500;

/** An event with this id. */
export function eventOf(id: string): EventEnvelope {
  return fixture('document_verification.completed', { id });
}

/** A signed delivery of an event, with additional headers. */
export async function deliveryOf(
  event: EventEnvelope | string,
  headers: Readonly<Record<string, string>> = {},
  options: { readonly secret?: string; readonly at?: number } = {},
): Promise<Delivery> {
  const signed = await sign(event, { secret: SECRET, at: AT, ...options });
  const delivery = signed.delivery();
  return { ...delivery, header: (name) => headers[name] ?? delivery.header(name) };
}
