import { isBranded, setBrand } from '../errors/errors.js';
import type { Rejection, RejectionCode } from '../outcome/rejection.js';
import { explainCommand, likelyCausesOfDelivery } from '../outcome/rejection.js';

const NAME = 'WebhookVerificationError';

// Not those of all codes: `verifyEvent` does not throw the others, and would carry their text into every bundle.
const likelyCauses: Readonly<Partial<Record<RejectionCode, string>>> = likelyCausesOfDelivery;

/** Thrown by `verifyEvent`. `code` says why the delivery was refused; the message adds the likely cause. */
export class WebhookVerificationError extends Error {
  readonly code: RejectionCode;
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    const { code, skew } = rejection;
    const time =
      skew === undefined ? '' : ` (t is ${Math.abs(skew)} s ${skew < 0 ? 'ahead' : 'old'})`;
    const cause = likelyCauses[code] ? ` ${likelyCauses[code]}` : '';
    const cure =
      code === 'signature_mismatch' ? ' Pass the raw body: a parsed one has other bytes.' : '';
    super(
      `The webhook was not verified: ${code}${time}.${cause}${cure} See: ${explainCommand(code)}`,
    );
    this.code = code;
    this.rejection = rejection;
    setBrand(this, NAME);
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, NAME, value);
  }
}
