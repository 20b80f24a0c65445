import { isBranded, setBrand } from './branded.js';

const NAME = 'LeaseLostError';

/**
 * Another delivery or worker may have taken over the event while its handler was running. It is the reason of the handler's
 * aborted `signal`, the `error` of the outcome, and what inboxes give to `onError`.
 */
export class LeaseLostError extends Error {
  constructor(message: string) {
    super(message);
    setBrand(this, NAME);
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, NAME, value);
  }
}
