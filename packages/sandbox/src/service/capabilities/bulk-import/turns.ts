import { setImmediate } from 'node:timers/promises';

const LONGEST_MS = 20;

/**
 * Lets the event loop turn during long work.
 *
 * @returns a function to await after each piece of work. It lets the loop turn if 20 ms have passed since the last turn.
 */
export function turns(): () => Promise<void> {
  let loopedAt = performance.now();
  return async () => {
    if (performance.now() - loopedAt < LONGEST_MS) return;
    await setImmediate();
    loopedAt = performance.now();
  };
}
