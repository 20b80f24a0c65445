import { Client, Pool, type PoolConfig } from 'pg';
import {
  createScratchDatabase,
  isServerReachable,
  type ScratchDatabase,
  SERVER,
} from 'screening-webhooks-test-support/scratch-database';
import { beforeAll, describe, expect } from 'vitest';

/** `describe` for tests that need a PostgreSQL server. Skipped if no server answers, unless REQUIRE_SERVICES=1. */
export const describeOnServer = describe.skipIf(!(await isServerReachable()));

/** A database for the tests of one `describe`. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: (config?: PoolConfig) => Pool;
  /** Runs one statement as the administrator, outside the pools under test. */
  readonly admin: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Creates a role without privileges, which is dropped with the database. At most once. */
  readonly createRole: () => Promise<string>;
  /** The number of connections of an application, by the `application_name` in its URL. */
  readonly connectionsOf: (application: string) => Promise<number>;
  /** Runs a statement in a transaction of its own, which stays open until the returned function rolls it back. */
  readonly lock: (text: string) => Promise<() => Promise<unknown>>;
  /** The number of connections that wait for a lock. */
  readonly lockWaits: () => Promise<number>;
  /** The number of other connections that are in a transaction. */
  readonly openTransactions: () => Promise<number>;
}

/** Creates a database before the tests of the `describe` that calls this, prepares it, and drops it after them. */
export function useTestDatabase(
  prepare?: (database: TestDatabase) => Promise<unknown>,
): TestDatabase {
  let scratch: ScratchDatabase | undefined;
  const opened = (): ScratchDatabase => scratch ?? expect.unreachable('The tests have not begun.');
  const pools: Pool[] = [];
  const pool = (config: PoolConfig = {}): Pool => {
    const created = new Pool({ ...SERVER, database: opened().name, max: 12, ...config });
    // Some tests cut connections on purpose.
    created.on('error', () => {});
    pools.push(created);
    return created;
  };
  let adminPool: Pool | undefined;
  const holders: Client[] = [];
  const admin: TestDatabase['admin'] = async (text, values) => {
    adminPool ??= pool({ max: 1 });
    return (await adminPool.query(text, values)).rows;
  };
  const database: TestDatabase = {
    get url() {
      return opened().url;
    },
    pool,
    admin,
    async createRole() {
      const { name } = opened();
      await admin(`CREATE ROLE ${name} LOGIN`);
      return name;
    },
    async connectionsOf(application) {
      const rows = await admin(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = $1`,
        [application],
      );
      return rows.length;
    },
    async lock(text) {
      const holder = new Client({ ...SERVER, database: opened().name });
      holders.push(holder);
      await holder.connect();
      await holder.query(`BEGIN; ${text}`);
      return () => holder.query('ROLLBACK');
    },
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
  beforeAll(async () => {
    const created = await createScratchDatabase();
    scratch = created;
    return async () => {
      await Promise.all([...pools, ...holders].map((each) => each.end()));
      await created.drop();
    };
  });
  beforeAll(async () => void (await prepare?.(database)));
  return database;
}
