/** A clock that only `advance` moves. */
export interface ManualClock {
  /** Milliseconds since the epoch. Needs no `this`: pass it as `now`. */
  readonly now: () => number;
  /** Moves the clock forward by `ms` and resolves the sleeps that end by then, in the order of their times. */
  readonly advance: (ms: number) => Promise<void>;
  /** Resolves when the clock has moved forward by `ms`. */
  readonly sleep: (ms: number) => Promise<void>;
}

/** 2026-01-01T00:00:00Z. */
const DEFAULT_START = 1_767_225_600_000;

/**
 * A clock for tests: pass `clock.now` to the receiver, and move the time with `advance`.
 *
 * @param start Milliseconds since the epoch. Default 2026-01-01T00:00:00Z.
 */
export function manualClock(start: number = DEFAULT_START): ManualClock {
  let time = start;
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    now: () => time,
    async advance(ms) {
      const target = time + ms;
      for (;;) {
        sleepers.sort((a, b) => a.until - b.until);
        const next = sleepers[0];
        if (!next || next.until > target) break;
        sleepers.shift();
        time = next.until;
        next.wake();
        // Code that wakes may start another sleep that ends before the target.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      time = target;
    },
    sleep: (ms) =>
      new Promise((wake) => {
        if (ms <= 0) wake();
        else sleepers.push({ until: time + ms, wake });
      }),
  };
}
