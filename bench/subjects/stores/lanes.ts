import { median } from '../../measure/statistics.js';

/** What a number of operations took: milliseconds in all, and the median of each. */
export interface Flow {
  readonly ms: number;
  readonly p50: number;
}

/** Does so many operations, always as many in flight. */
export async function lanes(
  inFlight: number,
  operations: number,
  operate: () => Promise<unknown>,
): Promise<Flow> {
  const waits: number[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < operations) {
      begun += 1;
      const asked = performance.now();
      await operate();
      waits.push(performance.now() - asked);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  return { ms: performance.now() - start, p50: median(waits) };
}
