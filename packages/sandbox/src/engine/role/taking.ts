import { sql } from 'drizzle-orm';
import type { Sql } from '../../store/sql.js';

/** Runs what takes jobs, or decides who may. One process after the other, so that each sees what the one before has taken. */
export function taking<Result>(db: Sql, body: (tx: Sql) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('screening-sandbox jobs', 0))`,
    );
    return body(tx);
  });
}
