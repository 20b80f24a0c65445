import { sql } from 'drizzle-orm';
import type { Sql } from '../db/sql.js';

/** Lets one process after the other prepare the database, until the transaction ends. */
export const SETUP_LOCK = `select pg_advisory_xact_lock(hashtextextended('screening-sandbox setup', 0))`;

export async function lockSetup(tx: Sql): Promise<void> {
  await tx.execute(sql.raw(SETUP_LOCK));
}
