import { vi } from 'vitest';

/**
 * Starts the work on fake timers, runs those of the first `ms` milliseconds, and resolves with the value of the work. So a
 * deadline passes however slow the machine is. Only for this time, because the SDK needs real timers to collect.
 */
export async function afterMs<T>(ms: number, start: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const work = start();
    await vi.advanceTimersByTimeAsync(ms);
    return await work;
  } finally {
    vi.useRealTimers();
  }
}
