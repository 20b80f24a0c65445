import { Pool, type PoolConfig } from 'pg';
import { afterAll, describe } from 'vitest';

const ADMIN = { host: '127.0.0.1', port: 5432, user: 'postgres', database: 'postgres' };

async function answers(): Promise<boolean> {
  const pool = new Pool({ ...ADMIN, max: 1, connectionTimeoutMillis: 2000 });
  try {
    await pool.query('SELECT 1');
    return true;
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') {
      throw new Error('REQUIRE_SERVICES=1, and no PostgreSQL answers at 127.0.0.1:5432.', {
        cause: error,
      });
    }
    return false;
  } finally {
    await pool.end();
  }
}

/** `describe` for what needs a PostgreSQL server: skipped where none answers, unless REQUIRE_SERVICES=1. */
export const describeOnServer = describe.skipIf(!(await answers()));

/** A database of its own for one test file, dropped after it. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: (config?: PoolConfig) => Pool;
  /** One statement as the administrator, outside the pools under test. */
  readonly admin: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
}

/** Call it in `beforeAll`, in the `describe` that needs it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `screening_test_${crypto.randomUUID().replaceAll('-', '')}`;
  const maintenance = new Pool({ ...ADMIN, max: 1 });
  await maintenance.query(`CREATE DATABASE ${name}`);
  const pools: Pool[] = [];
  const pool = (config: PoolConfig = {}): Pool => {
    const created = new Pool({ ...ADMIN, database: name, ...config });
    // Connections are cut on purpose here.
    created.on('error', () => {});
    pools.push(created);
    return created;
  };
  const own = pool({ max: 1 });
  dropLater.push(async () => {
    await Promise.all(pools.map((each) => each.end()));
    await maintenance.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await maintenance.end();
  });
  return {
    url: `postgres://postgres@127.0.0.1:5432/${name}`,
    pool,
    admin: async (text, values) => (await own.query(text, values)).rows,
  };
}

const dropLater: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of dropLater.splice(0)) await drop();
}, 30_000);
