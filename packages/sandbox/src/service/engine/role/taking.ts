import type { Sql } from '../../db/sql.js';
import type { Transact } from '../../db/transact.js';

const LOCK = `select pg_advisory_xact_lock(hashtextextended('screening-sandbox jobs', 0))`;

/** Runs what takes jobs, or decides who may. One process after the other, so that each sees what the one before has taken. */
export function taking<Result>(
  transact: Transact,
  body: (tx: Sql) => Promise<Result>,
): Promise<Result> {
  return transact(LOCK, body);
}
