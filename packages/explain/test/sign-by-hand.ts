import { createHash, createHmac } from 'node:crypto';
import type { RejectionCode } from '@screening-webhooks/core';
import type { Diagnosis } from '../src/diagnosis.js';
import type { DeliveryToExplain } from '../src/index.js';

/** A delivery that was damaged on purpose, and the explanation that it must get. */
export interface Damaged {
  readonly name: string;
  readonly delivery: DeliveryToExplain;
  readonly code: RejectionCode;
  /** Whether a MAC must prove the cause. */
  readonly proven: boolean;
  readonly seconds?: number;
  /** Default: none. */
  readonly otherFindings?: readonly Diagnosis[];
  /** The expected detail, if it joins several details. */
  readonly detail?: string;
}

export const SECRET = 'whsec_the_signing_secret_of_the_tests';

/** Wall clock of the tests, in milliseconds: not a whole second, as on a real clock. */
export const NOW = 1_790_000_000_999;
/** {@link NOW} in seconds: the `t` of a delivery that was just signed. */
export const T = 1_790_000_000;
export const now = (): number => NOW;

/** A complete event, with text outside ASCII, a URL, and objects in it. */
export const EVENT = {
  id: 'evt_1',
  type: 'document_verification.recorded',
  created: '2026-11-20T10:00:05.000Z',
  data: {
    verificationId: 'dv_7h2k9m4q1x8z',
    state: 'CA',
    verified: false,
    formData: { licenseNumber: 'RN123456', holder: 'Zoë Müller-Ångström' },
    verificationFileUploads: ['https://files.example/front.jpg'],
    errorMessage: null,
    attemptCount: 1,
  },
} as const;

/** The MAC of any string with any key, computed without the code under test. */
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

/** The body that most tables damage. */
export const BODY = JSON.stringify(EVENT);
export const GOOD = headerOf(BODY);
export const HEX = v1(BODY);
export const FORGED = createHash('sha256').update('forged').digest('hex');

/** Makes deliveries with another header value, which a receiver refuses with this code. */
export const headerWithCode =
  (code: RejectionCode) =>
  (
    name: string,
    value: string | null | undefined,
    proven: boolean,
    {
      headers = [],
      ...rest
    }: Pick<Damaged, 'otherFindings'> & Pick<Partial<DeliveryToExplain>, 'headers'> = {},
  ): Damaged => ({
    name,
    delivery: toExplain(BODY, value, { headers }),
    code,
    proven,
    ...rest,
  });

export function toBody(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
