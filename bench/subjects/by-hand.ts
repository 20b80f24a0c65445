import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { secret } from './delivery-of-size.js';

const TOLERANCE_S = 300;

/** The two values of a `Service-Signature` header with one `v1`. */
export interface HeaderByHand {
  readonly t: string;
  readonly v1: string;
}

/** Reads the header with a regular expression and compares its timestamp with the clock. */
export function readHeaderByHand(header: string): HeaderByHand | undefined {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (t === undefined || v1 === undefined) return undefined;
  if (Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE_S) return undefined;
  return { t, v1 };
}

/**
 * Verifies and parses a delivery without a library: header, clock, HMAC, comparison in constant time, JSON.
 *
 * @param parse Reads a body whose signature is genuine. It throws when the text is not JSON.
 */
export function verifyByHand<Event = { readonly id: string }>(
  parse: (body: Buffer) => Event | undefined = (body) => JSON.parse(body.toString()),
): (body: Buffer, header: string) => Event | undefined {
  const key = createSecretKey(secret, 'utf8');
  return (body, header) => {
    const { t, v1 } = readHeaderByHand(header) ?? {};
    if (t === undefined || v1 === undefined) return undefined;
    const mac = createHmac('sha256', key).update(`${t}.`).update(body).digest();
    if (!timingSafeEqual(mac, Buffer.from(v1, 'hex'))) return undefined;
    return parse(body);
  };
}
