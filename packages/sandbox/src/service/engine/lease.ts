import { sql } from 'drizzle-orm';

// Wall time. A process that is paused for longer loses its work to another.

/** The time for which a job is held. */
const JOB_LEASE_MS = 60_000;
export const jobLease = sql.raw(`interval '${JOB_LEASE_MS} milliseconds'`);
export const RENEW_JOBS_MS = 20_000;

/** The time for which a process holds the engine, among those that were started with the controls. */
export const engineLeaseTime = sql`interval '10 seconds'`;
export const RENEW_ENGINE_MS = 3000;
