import type { MaybePromise } from '../maybe-promise.js';

/** What a race against the deadline gives when the deadline wins. */
export const expired: unique symbol = Symbol('expired');

/** The moment by which a delivery must have its ack. */
export interface Deadline {
  /** The work's value, or `expired` when the deadline (or `sooner`) comes first. The work itself is not stopped. */
  race<T>(work: MaybePromise<T>, sooner?: AbortSignal): Promise<T | typeof expired>;
  /** Frees the timer. Call it once the ack is known. */
  clear(): void;
}

/** @param remainingMs Milliseconds from now. */
export function startDeadline(remainingMs: number): Deadline {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<typeof expired>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, remainingMs), expired);
  });
  return {
    async race(work, sooner) {
      if (!sooner) return Promise.race([work, passed]);
      const abort = onAbort(sooner);
      try {
        return await Promise.race([work, passed, abort.aborted]);
      } finally {
        abort.ignore();
      }
    },
    clear: () => clearTimeout(timer),
  };
}

// A listener left on a long-lived signal would be a leak for each delivery.
function onAbort(signal: AbortSignal): {
  readonly aborted: Promise<typeof expired>;
  ignore(): void;
} {
  let listener = (): void => {};
  const aborted = new Promise<typeof expired>((resolve) => {
    listener = () => resolve(expired);
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  });
  return { aborted, ignore: () => signal.removeEventListener('abort', listener) };
}
