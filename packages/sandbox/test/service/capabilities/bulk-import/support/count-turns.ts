import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { vi } from 'vitest';

/** Counts how often a bulk import yields to the event loop during `run`, as if each call of the clock took long. */
export async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
  let turns = 0;
  const { setImmediate } = timers;
  const counted = vi.spyOn(timers, 'setImmediate').mockImplementation((...given) => {
    // The database also yields.
    if (new Error().stack?.includes('bulk-import/turns')) turns += 1;
    return setImmediate(...given);
  });
  syncBuiltinESMExports();
  try {
    await run();
    return turns;
  } finally {
    counted.mockRestore();
    syncBuiltinESMExports();
    clock.mockRestore();
  }
}
