import { signBody } from '@screening-webhooks/core';
import type { Bytes } from '../bytes.js';
import type { Expectation, FaultTarget, PlannedDelivery, TransferMode } from './fault.js';

/** How a delivery differs from a genuine one. */
export interface Difference {
  readonly method?: string;
  /** Headers in addition to the signature's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The signed body. */
  readonly signed?: (body: string) => string | Bytes;
  /** The body that is sent in its place. */
  readonly sent?: (body: string) => string | Bytes | Promise<Bytes>;
  /** Seconds of `t` from now; a function gets the Unix time in seconds. */
  readonly skew?: number | ((now: number) => number);
  /** The secrets that sign. Default: those of the receiver. */
  readonly secrets?: (known: FaultTarget['secrets']) => readonly string[];
  /** Changes the header after signing. An empty header is left out. `v1` is the first one. */
  readonly header?: (header: string, parts: { readonly t: string; readonly v1: string }) => string;
}

/** How it is sent, and what a correct receiver does. */
export interface Manner {
  readonly transferMode: TransferMode;
  readonly expected: Expectation;
}

/** Plans one delivery of an event. */
export async function planDelivery(
  body: string,
  { secrets: known, now }: FaultTarget,
  difference: Difference,
  manner: Manner,
): Promise<PlannedDelivery> {
  const { method = 'POST', headers = {}, skew = 0 } = difference;
  const signed = difference.signed?.(body) ?? body;
  const secret = difference.secrets?.(known) ?? known;
  const genuine = await signBody(signed, {
    secret,
    timestamp: now + (typeof skew === 'number' ? skew : skew(now)),
  });
  const [t = '', v1 = ''] = genuine.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const header = difference.header?.(genuine, { t, v1 }) ?? genuine;
  const sent = (await difference.sent?.(body)) ?? signed;
  return {
    method,
    headers: Object.entries({
      'Content-Type': 'application/json',
      ...headers,
      ...(header && { 'Service-Signature': header }),
    }),
    body: typeof sent === 'string' ? new TextEncoder().encode(sent) : sent,
    ...manner,
  };
}
