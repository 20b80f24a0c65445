import { RolledBackError } from './guarded-transaction.js';
import type { SqlQuery } from './sql-client.js';

/**
 * Asks the server whether a transaction is committed, for drivers that hide its answer to COMMIT: `postgres` repeats a
 * prepared COMMIT that a pooler has sent to the wrong connection, and takes the ROLLBACK that answers it for success.
 */
export async function confirmCommit(query: SqlQuery, id: string): Promise<void> {
  const [row] = await query('SELECT pg_xact_status($1::xid8) AS status', [id]);
  if (row?.['status'] === 'committed') return;
  throw new RolledBackError();
}
