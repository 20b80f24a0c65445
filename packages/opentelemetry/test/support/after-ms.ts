import { vi } from 'vitest';

/**
 * Starts the work on fake timers, runs the timers of the first `ms` milliseconds, and resolves with the value of the work. So
 * a deadline passes however slow the machine is. Restores real timers afterwards, because the SDK needs them to collect.
 */
export async function afterMs<T>(ms: number, start: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // The fake clock begins at 0. Later work would find its lease ended if the process is older than the lease.
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
