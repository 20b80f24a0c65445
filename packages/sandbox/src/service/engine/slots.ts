import type { Sql } from '../db/sql.js';
import { limits } from '../limits/limits.js';
import type { EngineRole } from './role/engine-role.js';
import { dueTakes, LOOKED_AT, type TakeLimits } from './take-due.js';
import { type HeldJob, readNext } from './take-jobs.js';

const { most: OF_ENDPOINT } = limits.attemptsOfEndpoint;
// With this many jobs in flight, an endpoint has one attempt at a time, so that hanging attempts leave room for the others.
const CROWDED = 200;
/** The jobs of a process. Each endpoint can have one more. Only there to bound the memory. */
const { most: SLOTS } = limits.attempts;
const { most: OF_TENANT } = limits.attemptsOfTenant;
// The last slots are for tenants that have little in flight, so that they do not wait for the others.
const RESERVE = 100;
const LITTLE = 10;
/** Taken jobs run before any that fall due later: enough of them to fill a group, and too few to starve others. */
const TAKEN_AT_ONCE = 30;

/** How many jobs a process may take, given those that it runs. `undefined` if none. */
export function freeSlots(running: Iterable<HeldJob>): TakeLimits | undefined {
  const inFlight = new Map<string, number>();
  let size = 0;
  for (const { job } of running) {
    inFlight.set(job.tenantId, (inFlight.get(job.tenantId) ?? 0) + 1);
    size += 1;
  }
  const free = SLOTS - size;
  if (free <= 0) return undefined;
  const ofEndpoint = size < CROWDED ? OF_ENDPOINT : 1;
  const isReserve = free <= RESERVE;
  return {
    jobs: Math.min(isReserve ? free : free - RESERVE, TAKEN_AT_ONCE),
    ofEndpoint,
    ofTenant: isReserve ? LITTLE : OF_TENANT,
    ofOnlyTenant: isReserve ? LITTLE : SLOTS - RESERVE,
    inFlight,
  };
}

/** Milliseconds. Also how soon a process notices the work of another that has died, or whose signal was lost. */
export const LONGEST_WAIT = 5000;
// Looking behind a backlog costs more, the more endpoints there are.
const BETWEEN_VAIN_LOOKS = 250;

/**
 * Makes the function that takes due jobs once, up to the number of free slots.
 *
 * @returns A function that resolves with the milliseconds until there may be more to take.
 */
export function jobTaker(sql: Sql, role: EngineRole) {
  const take = dueTakes(role);
  let looksBehindAt = 0;

  /**
   * @param running The jobs that run in this process.
   * @param start Called with the taken jobs, to run them.
   */
  return async (
    running: ReadonlyMap<HeldJob, unknown>,
    start: (taken: readonly HeldJob[]) => void,
  ): Promise<number> => {
    const slots = freeSlots(running.keys());
    if (!slots) return LONGEST_WAIT;
    const { waiting, ms = LONGEST_WAIT } = await readNext(sql, LOOKED_AT);
    const patience = Math.min(ms, LONGEST_WAIT);
    if (waiting === 0) return patience;
    const isAll = waiting < LOOKED_AT;
    const first = await (isAll ? take.first(slots) : take.ofEachTenant(slots));
    start(first);
    if (first.length === slots.jobs) return 0;
    if (isAll) return patience;
    // Jobs that may not be taken now can hide others of their tenant.
    if (performance.now() < looksBehindAt) return Math.min(patience, BETWEEN_VAIN_LOOKS);
    const left = freeSlots(running.keys());
    const behind = left ? await take.ofEachEndpoint(left) : [];
    start(behind);
    if (behind.length > 0) return 0;
    looksBehindAt = performance.now() + BETWEEN_VAIN_LOOKS;
    return patience;
  };
}
