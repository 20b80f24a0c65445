import { limits } from '../limits/limits.js';

/** Limits the wrong guesses of a password. */
export interface GuessLimit {
  /** Seconds until another guess is taken. 0: now. */
  wait(): number;
  /** Counts a wrong guess. */
  count(): void;
}

const { most: MOST } = limits.loginGuesses;
const WINDOW_MS = 60_000;

/** Takes ten wrong guesses in any minute. @param now The time in milliseconds. */
export function guessLimit(now: () => number = () => performance.now()): GuessLimit {
  let wrongAt: readonly number[] = [];
  return {
    wait() {
      const oldest = wrongAt.at(-MOST);
      if (oldest === undefined) return 0;
      return Math.max(0, Math.ceil((oldest + WINDOW_MS - now()) / 1000));
    },
    count() {
      wrongAt = [...wrongAt, now()].slice(-MOST);
    },
  };
}
