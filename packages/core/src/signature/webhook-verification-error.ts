import { isBranded, setBrand } from '../errors/branded.js';
import { codePage } from '../errors/code-page.js';
import type { Rejection, RejectionCode } from '../outcome/rejection.js';

const brand = Symbol.for('@screening-webhooks/WebhookVerificationError');

// What is most likely, for each code that `verifyEvent` throws. The others are those of HTTP and of a receiver's options.
const likelyCauses: Readonly<Partial<Record<RejectionCode, string>>> = {
  signature_header_missing: 'no Service-Signature header was passed',
  signature_header_malformed: 'the header is not t=<seconds>,v1=<hex>',
  timestamp_missing: 'the header has no t=<seconds>',
  signature_missing: 'the header has no v1=<64 hex digits>',
  signature_mismatch:
    'the secret is of another endpoint, or the body was parsed and is not the raw body',
  timestamp_too_old: 'the delivery is a replay, or the clock is wrong',
  timestamp_in_future: 'the clock is wrong',
  event_malformed: 'the signature is genuine, but the body is not an event in JSON',
  data_invalid: 'data.verified contradicts the type of the event',
};

/** Thrown by `verifyEvent`. `code` says why the delivery was refused; the message adds the likely cause. */
export class WebhookVerificationError extends Error {
  readonly code: RejectionCode;
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    const { code, skew } = rejection;
    const cause = likelyCauses[code];
    const because = cause ? `, probably because ${cause}` : '';
    const time =
      skew === undefined ? '' : ` (t is ${Math.abs(skew)} s ${skew < 0 ? 'ahead' : 'old'})`;
    super(`The webhook was not verified: ${code}${because}${time}. See ${codePage(code)}`);
    this.name = 'WebhookVerificationError';
    this.code = code;
    this.rejection = rejection;
    setBrand(this, brand);
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, brand, value);
  }
}
