import { vi } from 'vitest';

/**
 * Starts the work on fake timers, runs those of the first `ms` milliseconds, and resolves with the value of the work. So a
 * deadline passes however slow the machine is. Only for this time, because the SDK needs real timers to collect.
 */
export async function afterMs<T>(ms: number, start: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // It begins with 0. Work that goes on afterwards would find that its lease has ended, once the process is older than that.
  const elapsed = performance.now.bind(performance);
  performance.now = () => startedAt + elapsed();
  try {
    const work = start();
    await vi.advanceTimersByTimeAsync(ms);
    return await work;
  } finally {
    vi.useRealTimers();
  }
}
