import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import {
  createScratchDatabase,
  isServerReachable,
  urlOf,
} from 'screening-webhooks-test-support/scratch-database';
import { describe } from 'vitest';
import type { OpenDatabase } from '../../src/service/db/connect.js';
import { migrationsFolder } from '../../src/service/db/package-files.js';
import { statementsOnPool, transactOnPool } from '../../src/service/db/postgres/run-on-pool.js';

/** `describe` for tests that need PostgreSQL. Skipped if no server answers; fails instead if REQUIRE_SERVICES=1. */
export const describeWithPostgres = describe.skipIf(!(await isServerReachable()));

/** A database on PostgreSQL that is dropped when it is closed. */
export interface ScratchDatabase extends OpenDatabase {
  /** Connects as an ordinary role, with only the rights that a user of the service needs. */
  readonly url: string;
}

/**
 * Creates a database with the tables of the service. Its role does not own the database and has no special rights: it may create
 * schemas in it, and tables in `public`.
 *
 * @param options.migrated `false` leaves the database empty. Default: `true`.
 */
export async function scratchDatabase({ migrated = true } = {}): Promise<ScratchDatabase> {
  const scratch = await createScratchDatabase();
  const { name } = scratch;
  await scratch.administer(`create role ${name} login`);
  await scratch.administer(`grant create on database ${name} to ${name}`);
  await grantSchema(scratch.url, name);
  const url = urlOf(name, name);
  const pool = new Pool({ connectionString: url, max: 8 });
  // The end of the database also ends connections that a test has left open.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const sql = statementsOnPool(pool);
  async function close(): Promise<void> {
    await pool.end();
    await scratch.drop();
  }
  try {
    if (migrated) await migrate(sql, { migrationsFolder: migrationsFolder() });
  } catch (error) {
    await close();
    throw error;
  }
  return { url, sql, transact: transactOnPool(pool), close };
}

async function grantSchema(url: string, role: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 30_000 });
  try {
    await pool.query(`grant usage, create on schema public to ${role}`);
  } finally {
    await pool.end();
  }
}
