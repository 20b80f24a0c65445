import {
  type Connection,
  createConnection,
  createPool,
  type Pool,
  type PoolOptions,
} from 'mysql2/promise';
import {
  createMysqlDatabase,
  isMysqlReachable,
  MYSQL,
  type MysqlDatabase,
} from 'screening-webhooks-test-support/mysql-database';
import { beforeAll, describe, expect } from 'vitest';

/** `describe` for tests that need a server. Skipped if none answers, unless REQUIRE_SERVICES=1. */
export const describeOnServer = describe.skipIf(!(await isMysqlReachable()));

/** A database for the tests of one `describe`. */
export interface TestDatabase {
  readonly name: string;
  readonly pool: (options?: PoolOptions) => Pool;
  /** Runs one statement as the administrator, outside the pools under test. */
  readonly admin: MysqlDatabase['administer'];
  /** Locks the rows of a SELECT … FOR UPDATE, as another connection does, until the returned function is called. */
  readonly lock: (select: string) => Promise<() => Promise<unknown>>;
  /** The connections that run a statement, or wait for a lock, in this database, except the administrator's. */
  readonly running: () => Promise<Readonly<Record<string, unknown>>[]>;
}

/** Creates a database before the tests of the `describe` that calls this, prepares it, and drops it after them. */
export function useTestDatabase(
  prepare?: (database: TestDatabase) => Promise<unknown>,
): TestDatabase {
  let scratch: MysqlDatabase | undefined;
  const opened = (): MysqlDatabase => scratch ?? expect.unreachable('The tests have not begun.');
  const pools: Pool[] = [];
  const holders: Connection[] = [];
  const database: TestDatabase = {
    get name() {
      return opened().name;
    },
    pool(options = {}) {
      const pool = createPool({ ...MYSQL, database: opened().name, ...options });
      pools.push(pool);
      return pool;
    },
    admin: (sql) => opened().administer(sql),
    async lock(select) {
      const holder = await createConnection({ ...MYSQL, database: opened().name });
      holders.push(holder);
      // It locks no gaps, where others insert.
      await holder.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
      await holder.query('BEGIN');
      await holder.query(`${select} FOR UPDATE`);
      return () => holder.query('ROLLBACK');
    },
    running: () =>
      opened().administer(
        `SELECT id, info FROM information_schema.processlist
          WHERE db = '${opened().name}' AND id <> CONNECTION_ID() AND command = 'Query'`,
      ),
  };
  beforeAll(async () => {
    const created = await createMysqlDatabase();
    scratch = created;
    return async () => {
      for (const holder of holders) holder.destroy();
      // It rejects when a connection is lost meanwhile, and some tests cut them on purpose. All are told to end before that.
      await Promise.allSettled(pools.map((pool) => pool.end()));
      await created.drop();
    };
  });
  beforeAll(async () => void (await prepare?.(database)));
  return database;
}
