import { setTimeout as sleep } from 'node:timers/promises';

// Longer than a fault of the API that happens once; that the service has ended is told soon.
const PAUSES_MS = [100, 500, 1000, 2000];

/** Runs what may fail for a moment, up to five times. Rejects as the last time did, or as soon as the signal aborts. */
export async function persist<Result>(
  run: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (const ms of PAUSES_MS) {
    try {
      return await run();
    } catch {
      await sleep(ms, undefined, { signal });
    }
  }
  return run();
}
