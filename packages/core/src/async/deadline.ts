/** The value of {@link Deadline.race} when the deadline comes first. */
export const expired: unique symbol = Symbol('expired');

/** The moment by which a delivery must have its ack. It sets a timer only when something has to be waited for. */
export class Deadline {
  /** By `performance.now()`. */
  readonly at: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #announce: ((_: typeof expired) => void) | undefined;

  constructor(at: number) {
    this.at = at;
  }

  /** The value of the work, or `expired` when the deadline comes first. The work itself continues. One race at a time. */
  race<T>(work: Promise<T>): Promise<T | typeof expired> {
    // Not one timer for all deliveries: Cloudflare's runtime ends a timer with the request that has set it.
    this.#timer ??= setTimeout(() => this.expire(), Math.max(0, this.at - performance.now()));
    return new Promise((resolve, reject) => {
      work.then(resolve, reject);
      this.#announce = resolve;
      // One turn later, so that work which has ended by now wins.
      if (this.#isOver) void Promise.resolve(expired).then(resolve);
    });
  }

  /** Ends the wait now, as if the time were up. */
  expire(): void {
    this.#isOver = true;
    this.#announce?.(expired);
  }

  /** Call it once the ack is known. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
