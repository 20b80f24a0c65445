import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `condition` holds. @returns whether it did within `limit` milliseconds. */
export async function until(condition, limit) {
  const end = performance.now() + limit;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > end) return false;
    await sleep(20);
  }
}
