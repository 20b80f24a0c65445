import { isBranded, setBrand } from './branded.js';

const NAME = 'RetryLater';

/**
 * A handler throws it to get the event again later. The answer is 503 with `Retry-After`. The service retries on its own
 * schedule (spec section 6); queues and proxies in between read the header.
 *
 * @throws TypeError when `after` is not a finite number of at least 0.
 * @example
 * throw new RetryLater({ after: 60 });
 */
export class RetryLater extends Error {
  /** Seconds. */
  readonly after: number;

  constructor(options: ErrorOptions & { readonly after: number }) {
    const after: unknown = options?.after;
    if (typeof after !== 'number' || !Number.isFinite(after) || after < 0) {
      throw new TypeError(
        `after: expected seconds, a finite number of at least 0, got ${typeof after === 'number' ? after : typeof after}. Call new RetryLater({ after: 60 }).`,
      );
    }
    super(`retry after ${options.after} s`, options);
    this.after = options.after;
    setBrand(this, NAME);
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, NAME, value);
  }
}
