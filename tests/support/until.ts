// Of the module, whose import stays the real one when Vitest fakes the timers, also when this file is first loaded then.
import { setTimeout } from 'node:timers';

/** Waits for a condition that offers no event. The limit only ends a hang. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  // Counted, because a test may fake the clock.
  for (let tries = 0; tries < 6000; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The condition did not hold for a minute.');
}

/**
 * Lets time pass for a handler, in a test whose timers are faked.
 *
 * @param ms Milliseconds of the fake clock.
 */
export async function passing(ms: number): Promise<void> {
  const { setTimeout: faked } = globalThis;
  if (faked === setTimeout) {
    throw new Error('The timers are real: no test sleeps. Wait for a condition with until().');
  }
  await new Promise((resolve) => faked(resolve, ms));
}
