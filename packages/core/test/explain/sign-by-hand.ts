import { createHash, createHmac } from 'node:crypto';
import type { DeliveryToExplain, ExplainCause } from '../../src/explain/index.js';
import type { RejectionCode } from '../../src/index.js';
import { recordedEvent } from '../support/sample-event.js';
import { NOW_SECONDS, now, SECRET, toBody } from '../support/signed-delivery.js';

/** A delivery that was damaged on purpose, and what is to be said of it. */
export interface Damaged {
  readonly name: string;
  readonly delivery: DeliveryToExplain;
  readonly code: RejectionCode;
  /** By a MAC; otherwise a fact of form. */
  readonly proven: boolean;
  readonly seconds?: number;
  /** What else is found. Default: nothing. */
  readonly also?: readonly ExplainCause[];
}

export const T = NOW_SECONDS;

/** The MAC, by an independent route: over any string, with any key. */
export function mac(signed: string | Uint8Array, key: string | Uint8Array = SECRET): string {
  return createHmac('sha256', key).update(signed).digest('hex');
}

/** The signature of the specification. */
export function v1(
  body: string | Uint8Array,
  key: string | Uint8Array = SECRET,
  t: number | string = T,
): string {
  return createHmac('sha256', key).update(`${t}.`).update(body).digest('hex');
}

/** The header of the specification. */
export function headerOf(
  body: string | Uint8Array,
  key: string | Uint8Array = SECRET,
  t: number | string = T,
): string {
  return `t=${t},v1=${v1(body, key, t)}`;
}

export function toExplain(
  body: string | Uint8Array,
  header: string | null | undefined,
  more: Partial<DeliveryToExplain> = {},
): DeliveryToExplain {
  return { body: toBody(body), header, secret: SECRET, now, ...more };
}

/** What the tables of headers and signatures damage. */
export const BODY = JSON.stringify(recordedEvent());
export const GOOD = headerOf(BODY);
export const HEX = v1(BODY);
export const FORGED = createHash('sha256').update('forged').digest('hex');

/** A header whose fault is plain to see. Where it leaves something to verify, a MAC proves the rest. */
export function header(
  name: string,
  value: string | null | undefined,
  code: RejectionCode,
  proven: boolean,
  more: Pick<Damaged, 'also'> & { readonly headers?: readonly (readonly [string, string])[] } = {},
): Damaged {
  const { headers = [], ...rest } = more;
  return { name, delivery: toExplain(BODY, value, { headers }), code, proven, ...rest };
}
