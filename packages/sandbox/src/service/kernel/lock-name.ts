import { sql } from 'drizzle-orm';
import type { Sql } from '../db/sql.js';

/** Until the transaction ends, no other one locks the name. For what is not there yet, so that it has no row to lock. */
export async function lockName(tx: Sql, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
