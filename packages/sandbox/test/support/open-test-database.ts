import { type OpenDatabase, openMemoryDatabase } from '../../src/service/db/connect.js';
import { openPostgresDatabase } from '../../src/service/db/postgres/open-postgres-database.js';
import { scratchDatabase } from './scratch-postgres.js';

/** An empty database: in memory, or on PostgreSQL in the project `service-on-postgres`. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (process.env['SANDBOX_TEST_POSTGRES'] === undefined) return openMemoryDatabase();
  const scratch = await scratchDatabase({ migrated: false });
  // A busy machine is no failure.
  const database = await openPostgresDatabase(scratch.url, () => {}, { connectWithinMs: 60_000 });
  return {
    ...database,
    async close() {
      await database.close();
      await scratch.close();
    },
  };
}
