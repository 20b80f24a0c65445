import { sleep } from '../sleep.js';

/** Resolves when the next request may go: at most so many a second, evenly spread. */
export type Pace = () => Promise<void>;

export function pace(perSecond: number, signal: AbortSignal | undefined): Pace {
  const interval = 1000 / perSecond;
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + interval;
    if (at > now) await sleep(at - now, signal);
  };
}
