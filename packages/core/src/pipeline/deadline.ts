import type { Alarm, Alarms } from '../alarms.js';
import { isPromise, type MaybePromise } from '../maybe-promise.js';

/** What a race against the deadline gives when the deadline wins. */
export const expired: unique symbol = Symbol('expired');

/** The moment by which a delivery must have its ack. */
export class Deadline {
  readonly #alarms: Alarms;
  readonly #alarm: Alarm;
  #isOver = false;
  #announce: ((_: typeof expired) => void) | undefined;

  /** @param remainingMs Milliseconds from now. */
  constructor(alarms: Alarms, remainingMs: number) {
    this.#alarms = alarms;
    this.#alarm = alarms.add(() => this.expire());
    alarms.set(this.#alarm, performance.now() + remainingMs);
  }

  /** The work's value, or `expired` when the deadline comes first. The work itself is not stopped. One race at a time. */
  race<T>(work: MaybePromise<T>): MaybePromise<T | typeof expired> {
    if (!isPromise(work)) return work;
    this.#alarms.start();
    return new Promise((resolve, reject) => {
      work.then(resolve, reject);
      this.#announce = resolve;
      // A turn later: work that is done by now has still won.
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
    this.#alarms.clear(this.#alarm);
  }
}
