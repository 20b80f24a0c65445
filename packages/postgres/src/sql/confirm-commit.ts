import { RolledBackError } from './guarded-transaction.js';
import type { SqlClient } from './sql-client.js';

/**
 * Asks the server whether a transaction is committed, for drivers that hide its answer to COMMIT: `postgres` repeats a
 * prepared COMMIT that a pooler has sent to the wrong connection, and takes the ROLLBACK that answers it for success.
 */
export async function confirmCommit(
  script: SqlClient<unknown>['script'],
  id: string,
): Promise<void> {
  // Without a prepared statement, which that pooler could lose too.
  const [row] = await script(`SELECT pg_xact_status('${BigInt(id)}'::xid8) AS status`);
  if (row?.['status'] === 'committed') return;
  throw new RolledBackError();
}
