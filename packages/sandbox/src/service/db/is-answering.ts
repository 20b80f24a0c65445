import { sql } from 'drizzle-orm';
import type { Sql } from './sql.js';

/** Checks whether the database answers queries. */
export async function isAnswering(db: Sql): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}
