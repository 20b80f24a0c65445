import { isBranded, setBrand } from '../errors/branded.js';
import type { Rejection, RejectionCode } from '../outcome/rejection.js';

const brand = Symbol.for('@screening-webhooks/WebhookVerificationError');

/** Thrown by `verifyEvent`. `code` says why the delivery was refused. */
export class WebhookVerificationError extends Error {
  readonly code: RejectionCode;
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(`The webhook was not verified: ${rejection.code}`);
    this.name = 'WebhookVerificationError';
    this.code = rejection.code;
    this.rejection = rejection;
    setBrand(this, brand);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, WebhookVerificationError, brand, value);
  }
}
