/** The value of {@link Deadline.race} when the deadline comes first. */
export const expired: unique symbol = Symbol('expired');

/** The moment by which a delivery must have its ack. It sets a timer only when something has to be waited for. */
export class Deadline {
  /** By `performance.now()`. */
  readonly at: number;
  /** Ends the wait now, as if the time were up. */
  readonly expire: () => void;
  readonly #isOver: Promise<typeof expired>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(at: number) {
    this.at = at;
    let resolveOver = (_: typeof expired): void => {};
    this.#isOver = new Promise((resolve) => {
      resolveOver = resolve;
    });
    this.expire = () => resolveOver(expired);
  }

  /** The value of the work, or `expired` when the deadline comes first. The work itself continues. */
  race<T>(work: Promise<T>): Promise<T | typeof expired> {
    // Not one timer for all deliveries: Cloudflare's runtime ends a timer with the request that has set it.
    this.#timer ??= setTimeout(this.expire, Math.max(0, this.at - performance.now()));
    // Work which has ended by now wins: it comes first in the list.
    return Promise.race([work, this.#isOver]);
  }

  /** Call it once the ack is known. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
