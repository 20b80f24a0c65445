import { isBranded, setBrand } from './branded.js';

const brand = Symbol.for('@screening-webhooks/RawBodyUnavailableError');

/**
 * The raw body was consumed before us, so the signature cannot be checked: a mistake in how the app is put together,
 * not in the delivery. Adapters hand it to the framework's error handling as a 500, and its message names the cure.
 */
export class RawBodyUnavailableError extends Error {
  readonly code = 'raw_body_unavailable';
  /** Read by the error handlers of Express and Koa. */
  readonly status = 500;

  constructor(cure: string) {
    super(
      `The raw body is gone: it was read before the webhook receiver saw it, and the signature is over its exact bytes. ${cure}`,
    );
    this.name = 'RawBodyUnavailableError';
    setBrand(this, brand);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, RawBodyUnavailableError, brand, value);
  }
}
