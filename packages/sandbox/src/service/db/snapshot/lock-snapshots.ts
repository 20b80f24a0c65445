/** Lets one connection at a time save, restore or drop snapshots. The first number is at random, against other users of locks. */
export const LOCK_SNAPSHOTS = 'perform pg_advisory_xact_lock(1487261830, 1)';
