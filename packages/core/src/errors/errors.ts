/**
 * Another delivery or worker may have taken over the event while its handler was running. It is the reason of the handler's
 * aborted `signal`, the `error` of the outcome, and what inboxes give to `onError`.
 */
export class LeaseLostError extends Error {
  constructor(message: string) {
    super(message);
    setBrand(this, 'LeaseLostError');
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, 'LeaseLostError', value);
  }
}

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
    setBrand(this, 'PermanentError');
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, 'PermanentError', value);
  }
}

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
    setBrand(this, 'RetryLater');
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, 'RetryLater', value);
  }
}

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
    setBrand(this, 'RawBodyUnavailableError');
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(this, 'RawBodyUnavailableError', value);
  }
}

/**
 * `instanceof` by brand instead of by prototype, so that it works across the ES module and the CommonJS copy of this
 * package. Subclasses written by users keep the ordinary meaning.
 *
 * @param asked The class at the right of `instanceof`. The branded class has a `Symbol.hasInstance` of its own, a subclass
 *   inherits it. It is not compared by name: a class that names itself inside is renamed by bundlers, and so are its errors.
 */
export function isBranded(asked: object, name: string, value: unknown): boolean {
  if (!Object.hasOwn(asked, Symbol.hasInstance)) {
    return Function.prototype[Symbol.hasInstance].call(asked, value);
  }
  try {
    return (
      typeof value === 'object' && value !== null && Reflect.get(value, brandOf(name)) === true
    );
  } catch {
    // A proxy, maybe a revoked one: anything can be thrown.
    return false;
  }
}

/** Gives an error the name of its class, and marks it as an instance of that class. */
export function setBrand(error: Error, name: string): void {
  error.name = name;
  Object.defineProperty(error, brandOf(name), { value: true });
}

function brandOf(name: string): symbol {
  return Symbol.for(`@screening-webhooks/${name}`);
}
