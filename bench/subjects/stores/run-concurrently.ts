import { median } from '../../measure/statistics.js';

/** The time of a number of operations: milliseconds for all, and the median of each. */
export interface Timing {
  readonly ms: number;
  readonly p50: number;
}

/** Runs `operations` calls of `operate`, always `inFlight` of them at once. */
export async function runConcurrently(
  inFlight: number,
  operations: number,
  operate: () => Promise<unknown>,
): Promise<Timing> {
  const latencies: number[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < operations) {
      started += 1;
      const startedAt = performance.now();
      await operate();
      latencies.push(performance.now() - startedAt);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { ms: performance.now() - start, p50: median(latencies) };
}
