import { setTimeout as sleep } from 'node:timers/promises';
import { dropLeftovers, isServerReachable, runPrefix } from './scratch-database.ts';

// The workers of a run end beside its teardown. What is in use after that is dropped by the next run.
const TRIES = 40;
const PAUSE_MS = 250;

/** The `globalSetup` of runs that make databases: a run leaves none behind, also when it was killed or a test has failed. */
export default async function setUp(): Promise<() => Promise<void>> {
  runPrefix();
  const isReachable = await isServerReachable();
  if (isReachable) await dropLeftovers();
  return async () => {
    for (let tries = 0; isReachable && tries < TRIES; tries += 1) {
      if ((await dropLeftovers()) === 0) return;
      await sleep(PAUSE_MS);
    }
  };
}
