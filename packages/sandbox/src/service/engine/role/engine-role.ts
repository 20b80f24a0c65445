import type { SQL } from 'drizzle-orm';
import type { Sql, Transact } from '../../db/sql.js';

/** Decides which jobs a process may run, if several processes work on one database. */
export interface EngineRole {
  /** True while this process may run jobs. For conditions of statements. */
  readonly mayRun: SQL;
  /** Takes jobs. No other process takes any in the meantime. */
  take<Result>(body: (tx: Sql) => Promise<Result>): Promise<Result>;
  /**
   * Runs `body` while no other process runs jobs.
   *
   * @param inFlight Whether the jobs that others have taken are awaited, or taken from them.
   * @throws ClockHeldError while another process moves the clock.
   */
  alone<Result>(inFlight: 'awaited' | 'lost', body: () => Promise<Result>): Promise<Result>;
  /** Lets another process take this one's place at once. */
  close(): Promise<void>;
}

// A take that a crash of the database loses was never made: everything that follows from it is committed after it. So it does not
// wait for the disk while others wait for the lock. It reads along indexes only: a queue grows and shrinks faster than the
// statistics by which the planner would rather read and sort all of it. Without those scans its costs look too high, which starts
// the compiler.
const LOCK = `select set_config('synchronous_commit', 'off', true),
  set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true),
  pg_advisory_xact_lock(hashtextextended('screening-sandbox jobs', 0))`;

/** Runs a body that takes jobs, or decides who may. One process at a time, so that each sees what the others have taken. */
export function taking<Result>(
  transact: Transact,
  body: (tx: Sql) => Promise<Result>,
): Promise<Result> {
  return transact(LOCK, body);
}
