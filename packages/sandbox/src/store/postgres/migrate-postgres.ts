import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig } from 'pg';
import { DatabaseError } from '../database-error.js';
import { migrationsFolder } from '../package-files.js';
import * as schema from '../schema/index.js';
import { prepareSnapshot, SEEDED } from '../snapshot.js';
import { upgradeSnapshots } from '../snapshot/upgrade-snapshots.js';
import type { Sql } from '../sql.js';

/**
 * Brings the tables to the version of this code, one process after the other.
 *
 * @throws DatabaseError when the server cannot be reached, or the database has other tables.
 */
export async function migratePostgres(config: ClientConfig): Promise<void> {
  const client = new Client(config);
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
        `${nameOf(client)} has tables of something else. Create a database for the service: createdb screening_sandbox.`,
      );
    }
    const sql: Sql = drizzle(client, { schema });
    await migrate(drizzle(client, { schema }), { migrationsFolder: migrationsFolder() });
    if (rows[0]?.prepared !== true) await prepareSnapshot(sql, SEEDED);
    await upgradeSnapshots(sql);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`${nameOf(client)}: ${messageOf(error)}`, { cause: error });
  } finally {
    // The lock ends with the connection.
    await client.end().catch(() => {});
  }
}

/** Without the password. */
function nameOf({ host, port, database }: Client): string {
  return `The database ${database} at ${host}:${port}`;
}

// A refused connection to several addresses has no message of its own.
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
