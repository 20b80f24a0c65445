import { setTimeout as sleep } from 'node:timers/promises';
import { dropMysqlLeftovers, isMysqlReachable } from './mysql-database.ts';
import { dropLeftovers, isServerReachable, runPrefix } from './scratch-database.ts';

// The workers of a run end during its teardown. Databases that are still in use afterwards are dropped by the next run.
const TRIES = 40;
const PAUSE_MS = 250;

/** The `globalSetup` of runs that create databases. Removes leftovers, also of a killed run or a failed test. */
export default async function setUp(): Promise<() => Promise<void>> {
  runPrefix();
  const drops = [
    ...((await isServerReachable()) ? [dropLeftovers] : []),
    ...((await isMysqlReachable()) ? [dropMysqlLeftovers] : []),
  ];
  for (const drop of drops) await drop();
  return async () => {
    for (const drop of drops) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        if ((await drop()) === 0) break;
        await sleep(PAUSE_MS);
      }
    }
  };
}
