import { setImmediate } from 'node:timers/promises';

const LONGEST_MS = 20;

/**
 * Lets the event loop turn in long work.
 *
 * @returns what is awaited after each piece of it. That lets the loop turn when 20 ms have passed since the last time.
 */
export function turns(): () => Promise<void> {
  let turnedAt = performance.now();
  return async () => {
    if (performance.now() - turnedAt < LONGEST_MS) return;
    await setImmediate();
    turnedAt = performance.now();
  };
}
