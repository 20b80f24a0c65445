import { sql } from 'drizzle-orm';
import type { Sql } from '../db/sql.js';

/** Locks a name until the transaction ends. For objects that do not exist yet, and so have no row to lock. */
export async function lockName(tx: Sql, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
