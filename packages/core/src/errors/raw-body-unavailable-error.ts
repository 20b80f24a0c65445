import { isBranded, setBrand } from './branded.js';

const NAME = 'RawBodyUnavailableError';

/**
 * Something consumed the raw body before the receiver, so the signature cannot be checked. The app is wired wrongly; the
 * delivery is not at fault. Adapters pass it to the framework's error handling as a 500. Its message names the fix.
 */
export class RawBodyUnavailableError extends Error {
  readonly code = 'raw_body_unavailable';
  /** Read by the error handlers of Express, Fastify and Koa. */
  readonly status = 500;

  constructor(fix: string) {
    super(
      `The raw body is gone: it was read before the webhook receiver saw it, and the signature is over its exact bytes. ${fix}`,
    );
    setBrand(this, NAME);
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, NAME, value);
  }
}
