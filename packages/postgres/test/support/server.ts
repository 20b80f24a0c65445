import { Pool, type PoolConfig } from 'pg';
import { describe } from 'vitest';

const ADMIN = { host: '127.0.0.1', port: 5432, user: 'postgres', database: 'postgres' };

async function isReachable(): Promise<boolean> {
  const pool = new Pool({ ...ADMIN, max: 1, connectionTimeoutMillis: 30_000 });
  try {
    await pool.query('SELECT 1');
    return true;
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') {
      throw new Error('REQUIRE_SERVICES=1, but PostgreSQL does not answer at 127.0.0.1:5432.', {
        cause: error,
      });
    }
    return false;
  } finally {
    await pool.end();
  }
}

/** `describe` for tests that need a PostgreSQL server. Skipped if no server answers, unless REQUIRE_SERVICES=1. */
export const describeOnServer = describe.skipIf(!(await isReachable()));

/** A database for one test file, dropped after it. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: (config?: PoolConfig) => Pool;
  /** Runs one statement as the administrator, outside the pools under test. */
  readonly admin: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** The number of connections that wait for a lock. */
  readonly lockWaits: () => Promise<number>;
  /** The number of other connections that are in a transaction. */
  readonly openTransactions: () => Promise<number>;
}

/** Call this in the `beforeAll` of the `describe` that needs it. The database is dropped after the file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `screening_test_${crypto.randomUUID().replaceAll('-', '')}`;
  const maintenance = new Pool({ ...ADMIN, max: 1 });
  await maintenance.query(`CREATE DATABASE ${name}`);
  // No test restarts the server, so no test needs to wait for the disk.
  await maintenance.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  const pools: Pool[] = [];
  const pool = (config: PoolConfig = {}): Pool => {
    const created = new Pool({ ...ADMIN, database: name, max: 12, ...config });
    // Some tests cut connections on purpose.
    created.on('error', () => {});
    pools.push(created);
    return created;
  };
  const adminPool = pool({ max: 1 });
  const admin: TestDatabase['admin'] = async (text, values) =>
    (await adminPool.query(text, values)).rows;
  cleanUps.push(async () => {
    await Promise.all(pools.map((each) => each.end()));
    await maintenance.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await maintenance.end();
  });
  return {
    url: `postgres://postgres@127.0.0.1:5432/${name}`,
    pool,
    admin,
    async lockWaits() {
      const [row] = await admin(`SELECT count(*)::int AS waits FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return Number(row?.['waits']);
    },
    async openTransactions() {
      const rows = await admin(`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`);
      return rows.length;
    },
  };
}

const cleanUps: (() => Promise<void>)[] = [];

/** Drops the databases that the tests of a file have created. */
export async function dropTestDatabases(): Promise<void> {
  for (const drop of cleanUps.splice(0)) await drop();
}
