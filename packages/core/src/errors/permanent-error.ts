import { isBranded, setBrand } from './branded.js';

const NAME = 'PermanentError';

/**
 * A handler throws it when no retry can help. The delivery is acked 200, observed as `discarded`, and never retried.
 * Store the event yourself if somebody should look at it.
 *
 * @example
 * throw new PermanentError('no candidate has this externalId');
 */
export class PermanentError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    setBrand(this, NAME);
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, NAME, value);
  }
}
