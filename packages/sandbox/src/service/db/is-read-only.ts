import { sql } from 'drizzle-orm';
import type { Sql } from './sql.js';
import { firstRow } from './transact.js';

/** Whether the database takes no changes, as one that follows another until it takes its place. */
export async function isReadOnly(db: Sql): Promise<boolean> {
  const row = firstRow(
    await db.execute(sql`select current_setting('transaction_read_only') as read_only`),
  );
  return typeof row === 'object' && row !== null && 'read_only' in row && row.read_only === 'on';
}
