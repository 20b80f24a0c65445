import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { describe } from 'vitest';
import type { OpenDatabase } from '../../src/store/connect.js';
import { migrationsFolder } from '../../src/store/package-files.js';
import * as schema from '../../src/store/schema/index.js';

const SERVER = '127.0.0.1:5432';
const ADMIN = `postgres://postgres@${SERVER}/postgres`;

/** `describe` for tests that need PostgreSQL. Skipped if no server answers; fails instead if REQUIRE_SERVICES=1. */
export const describeWithPostgres = describe.skipIf(!(await isReachable()));

/** A database on PostgreSQL that is dropped when it is closed. */
export interface ScratchDatabase extends OpenDatabase {
  /** Connects as an ordinary role, which may do no more than a user of the service needs. */
  readonly url: string;
}

/**
 * Creates a database with the tables of the service. Its role does not own the database and has no special rights: it may create
 * schemas in it, and tables in `public`.
 *
 * @param options.migrated False: the database is empty. Default true.
 */
export async function scratchDatabase({ migrated = true } = {}): Promise<ScratchDatabase> {
  const name = `sandbox_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await asAdmin(ADMIN, `create role ${name} login`, `create database ${name}`);
  await asAdmin(
    `postgres://postgres@${SERVER}/${name}`,
    `grant create on database ${name} to ${name}`,
    `grant usage, create on schema public to ${name}`,
    // No test restarts the server, so none needs to wait for the disk.
    `alter database ${name} set synchronous_commit = off`,
  );
  const url = `postgres://${name}@${SERVER}/${name}`;
  const pool = new Pool({ connectionString: url, max: 8 });
  // The end of the database also ends connections that a test has left open.
  pool.on('error', () => {});
  const sql = drizzle(pool, { schema });
  async function close(): Promise<void> {
    await pool.end();
    await asAdmin(ADMIN, `drop database ${name} with (force)`, `drop role ${name}`);
  }
  try {
    if (migrated) await migrate(sql, { migrationsFolder: migrationsFolder() });
  } catch (error) {
    await close();
    throw error;
  }
  return { url, sql, close };
}

async function isReachable(): Promise<boolean> {
  try {
    await asAdmin(ADMIN);
    return true;
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] !== '1') return false;
    throw new Error(`REQUIRE_SERVICES=1, but PostgreSQL does not answer at ${SERVER}.`, {
      cause: error,
    });
  }
}

async function asAdmin(url: string, ...statements: readonly string[]): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 30_000 });
  try {
    for (const statement of ['select 1', ...statements]) await pool.query(statement);
  } finally {
    await pool.end();
  }
}
