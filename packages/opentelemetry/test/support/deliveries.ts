import type { Delivery, EventEnvelope } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';

export const SECRET = 'whsec_telemetry';
/** Unix seconds: what deliveries are signed at unless told. */
export const AT = 1_767_225_600;
/** The receiver's clock: two and a half seconds later. */
export const now = (): number => AT * 1000 + 2500;

/** An event of its own id. */
export function eventOf(id: string): EventEnvelope {
  return fixture('document_verification.completed', { id });
}

/** A signed delivery of an event, with further headers. */
export async function deliveryOf(
  event: EventEnvelope | string,
  headers: Readonly<Record<string, string>> = {},
  options: { readonly secret?: string; readonly at?: number } = {},
): Promise<Delivery> {
  const signed = await sign(event, { secret: SECRET, at: AT, ...options });
  const delivery = signed.delivery();
  return { ...delivery, header: (name) => headers[name] ?? delivery.header(name) };
}

/** A promise that is settled by hand. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
