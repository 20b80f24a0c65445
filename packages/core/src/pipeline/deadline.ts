import { isPromise, type MaybePromise } from '../maybe-promise.js';

/** What a race against the deadline gives when the deadline wins. */
export const expired: unique symbol = Symbol('expired');

/** The moment by which a delivery must have its ack. */
export interface Deadline {
  /** The work's value, or `expired` when the deadline comes first. The work itself is not stopped. */
  race<T>(work: MaybePromise<T>): MaybePromise<T | typeof expired>;
  /** Ends the wait now, as if the time were up. */
  expire(): void;
  /** Frees the timer. Call it once the ack is known. */
  clear(): void;
}

/**
 * The clock runs from now, but a timer is only set once something has to be waited for: most of what is refused never
 * gets there.
 *
 * @param remainingMs Milliseconds.
 */
export function startDeadline(remainingMs: number): Deadline {
  const endsAt = performance.now() + remainingMs;
  let passed: Promise<typeof expired> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let announce = (_: typeof expired): void => {};

  function expire(): void {
    isOver = true;
    announce(expired);
  }

  function whenPassed(): Promise<typeof expired> {
    return new Promise((resolve) => {
      announce = resolve;
      if (isOver) expire();
      else timer = setTimeout(expire, Math.max(0, endsAt - performance.now()));
    });
  }

  return {
    race(work) {
      if (!isPromise(work)) return work;
      passed ??= whenPassed();
      return Promise.race([work, passed]);
    },
    expire,
    clear: () => clearTimeout(timer),
  };
}
