import { limits } from '../limits/limits.js';
import type { DueJob, TakeLimits } from './take-due.js';
import type { HeldJob } from './take-jobs.js';

const { most: OF_ENDPOINT } = limits.attemptsOfEndpoint;
// With this many jobs in flight, an endpoint has one attempt at a time, so that those that hang leave room for the others.
const CROWDED = 200;
/** The jobs of a process. Each endpoint can have one more. Only there to bound the memory. */
const { most: SLOTS } = limits.attempts;
const { most: OF_TENANT } = limits.attemptsOfTenant;
// The last slots are for tenants that have little in flight, so that they do not wait for the others.
const RESERVE = 100;
const LITTLE = 10;
export const TAKEN_AT_ONCE = 100;

/** How many jobs a process may take, by those that it runs. Undefined: none. */
export function freeSlots(running: Iterable<HeldJob | DueJob>): TakeLimits | undefined {
  const inFlight = new Map<string, number>();
  let size = 0;
  for (const job of running) {
    const tenant = 'tenant' in job ? job.tenant : '';
    inFlight.set(tenant, (inFlight.get(tenant) ?? 0) + 1);
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
