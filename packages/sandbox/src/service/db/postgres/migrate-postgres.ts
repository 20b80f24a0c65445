import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig } from 'pg';
import { DatabaseError, databaseReason } from '../errors.js';
import { OtherTablesError, refuseOtherTables } from '../other-tables.js';
import { migrationsFolder } from '../package-files.js';
import * as schema from '../schema/index.js';
import { prepareSnapshot, SEEDED } from '../snapshot.js';
import type { Sql } from '../sql.js';
import { nameDatabase } from './name-database.js';

/**
 * Migrates the tables to the version of this code, one process after the other.
 *
 * @throws DatabaseError when the server cannot be reached, or the database has other tables.
 */
export async function migratePostgres(config: ClientConfig): Promise<void> {
  // Other processes may be migrating: wait for them, however long that takes.
  const client = new Client({ ...config, options: '-c statement_timeout=0 -c lock_timeout=0' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock(hashtextextended('screening-sandbox tables', 0))`);
    const { rows } = await client.query(
      `select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('public.webhook_deliveries') is not null as ours,
        exists (select from pg_tables where schemaname = 'public') as used,
        to_regnamespace('snapshot_${SEEDED}') is not null as prepared`,
    );
    if (rows[0]?.used === true && rows[0]?.ours !== true) {
      throw new DatabaseError(
        `The tables of ${describeDatabase(client)} belong to another program. Create a database for the service (createdb screening_sandbox), and set SCREENING_DATABASE_URL to it.`,
      );
    }
    const sql: Sql = drizzle(client, { schema });
    await refuseOtherTables(sql, describeDatabase(client));
    await migrate(drizzle(client, { schema }), { migrationsFolder: migrationsFolder() });
    if (rows[0]?.prepared !== true) await prepareSnapshot(sql, SEEDED);
    await adoptRestoredChanges(client);
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof OtherTablesError) throw error;
    throw new DatabaseError(`${describeDatabase(client)}: ${databaseReason(error)}`, {
      cause: error,
    });
  } finally {
    // The lock ends with the connection.
    await client.end().catch(() => {});
  }
}

/**
 * Makes the changes readable in a dump that was restored on another server. There, transaction numbers begin again, and the numbers
 * in the dump would be in the future.
 */
async function adoptRestoredChanges(client: Client): Promise<void> {
  await client.query(`update public.webhook_delivery_changes set transaction = '0'
    where transaction >= pg_snapshot_xmax(pg_current_snapshot())
      and (select transaction >= pg_snapshot_xmax(pg_current_snapshot())
        from public.webhook_delivery_changes order by seq desc limit 1)`);
}

function describeDatabase(client: Client): string {
  return `the database ${nameDatabase(client)}`;
}
