import { vi } from 'vitest';

/** Counts the turns of the event loop while something runs, as if each call of the clock took long. */
export async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  try {
    await run();
    return turns;
  } finally {
    clearImmediate(next);
    clock.mockRestore();
  }
}
