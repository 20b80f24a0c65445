import { createConnection, type Pool, type PoolConnection } from 'mysql2/promise';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { sqlStoreSuite } from 'screening-webhooks-test-support/stores/store-suite';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { mysqlInbox } from '../src/inbox/index.js';
import { type MysqlStore, mysqlStore } from '../src/index.js';
import { mysqlStoreUnderTest } from './support/mysql-store-under-test.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
// Only ends a hang.
const timeout = 60_000;

describeOnServer('mysqlStore', () => {
  const database = useTestDatabase();
  const { admin } = database;
  let store: MysqlStore;
  beforeAll(async () => {
    store = mysqlStore(database.pool(), { timeout });
    await store.migrate();
    await mysqlInbox(database.pool()).migrate();
  });

  sqlStoreSuite(mysqlStoreUnderTest(database));

  it('tells keys apart that a collation would join', async () => {
    const long = 'x'.repeat(3000);
    const keys = [
      ...[
        'a',
        'A',
        'a ',
        'a  ',
        'a\0',
        ' a',
        'é',
        'e\u0301',
        'e',
        'É',
        'ß',
        'ss',
        'ı',
        'i',
        'Å',
        'Å',
      ],
      ...['%%', "'", '"', '\\', '`', '?', ':a', '🩺', '🩻', '', long, `${long}y`, `${long}Y`],
      ...['é'.repeat(255), 'é'.repeat(256), `${'é'.repeat(255)}e`],
    ];
    const unlike = [...new Set(keys)];
    for (const [index, key] of unlike.entries()) {
      expect(await store.claim(key, `owner ${index}`, MINUTE), key).toBe('acquired');
    }
    for (const [index, key] of unlike.entries()) {
      expect(await store.commit(key, `owner ${index}`, DAY), key).toBe(true);
    }
    await store.claim('owners', 'a', MINUTE);
    for (const owner of ['A', 'a ', 'á', `a${long}`]) {
      expect(await store.commit('owners', owner, DAY), owner).toBe(false);
      expect(await store.release('owners', owner), owner).toBe(false);
    }
  });

  it('runs a statement again that a deadlock has failed', async () => {
    const other = await createConnection({ ...MYSQL, database: database.name });
    onTestFinished(() => other.end());
    await admin('CREATE TABLE heavy (n INT PRIMARY KEY) ENGINE = InnoDB');
    await store.claim('deadlock 1', 'a', MINUTE);
    await store.claim('deadlock 2', 'a', MINUTE);
    // One statement that locks two rows, and a transaction that locks them the other way round. InnoDB fails the one that has
    // changed fewer rows.
    const lock = (key: string) =>
      `SELECT 1 FROM screening_webhook_claims WHERE claim_key = '${key}' FOR UPDATE`;
    await other.query('BEGIN');
    await other.query('INSERT INTO heavy VALUES (1), (2), (3), (4), (5), (6), (7), (8)');
    await other.query(lock('deadlock 2'));
    const failures: unknown[] = [];
    const pool = database.pool();
    const both = mysqlStore(spiedPool(pool, failures, lock('deadlock 1')), { timeout });
    const claimed = both.claim('deadlock 2', 'b', MINUTE);
    await until(async () => (await database.running()).length === 1);
    await other.query(lock('deadlock 1'));
    await other.query('COMMIT');
    expect(await claimed).toEqual({ busyForMs: expect.any(Number) });
    expect(failures).toEqual([1213]);
  });

  it('runs a statement again that has waited for a lock for as long as the server lets it', async () => {
    const pool = database.pool({ connectionLimit: 1 });
    await pool.query('SET SESSION innodb_lock_wait_timeout = 1');
    const failures: unknown[] = [];
    const waiting = mysqlStore(spiedPool(pool, failures), { timeout });
    await store.claim('locked', 'a', MINUTE);
    const other = await createConnection({ ...MYSQL, database: database.name });
    onTestFinished(() => other.end());
    await other.query('BEGIN');
    await other.query(
      `SELECT 1 FROM screening_webhook_claims WHERE claim_key = 'locked' FOR UPDATE`,
    );
    const committed = waiting.commit('locked', 'a', DAY);
    await until(() => failures.length > 0);
    await other.query('COMMIT');
    expect(await committed).toBe(true);
    expect(failures[0]).toBe(1205);
  });

  it('cleans up through the indexes', async () => {
    const indexed = mysqlStore(database.pool(), { table: 'indexed', timeout });
    await indexed.migrate();
    // Half of them expired.
    await admin(
      `INSERT INTO indexed SELECT CONCAT('k', seq), 'a', 1, IF(seq % 2, 1, 9e18) FROM seq_1_to_4000`,
    );
    await admin('ANALYZE TABLE indexed');
    const texts: string[] = [];
    const pool = spiedPool(database.pool(), [], undefined, texts);
    expect(await mysqlStore(pool, { table: 'indexed', timeout }).cleanUp()).toEqual({
      deleted: 1000,
      more: true,
    });
    const plans = [];
    for (const text of texts.filter((each) => /^(?:SELECT|DELETE)/.test(each)))
      plans.push(...(await admin(`EXPLAIN ${text}`)));
    const byKey = expect.objectContaining({ type: 'range', key: 'PRIMARY' });
    const byTime = expect.objectContaining({ type: 'range', key: 'expires_at' });
    const step = [byTime, byKey, byKey, byKey];
    expect(plans).toEqual([...step, ...step]);
  });
});

/** A pool whose statements and whose errors of the server are noted. `before` is sent with the first statement, in a transaction. */
function spiedPool(pool: Pool, failures: unknown[], before?: string, texts: string[] = []) {
  let first = before;
  return {
    async getConnection(): Promise<PoolConnection> {
      const connection = await pool.getConnection();
      return new Proxy(connection, {
        get(target, property) {
          const value: unknown = Reflect.get(target, property);
          if (property !== 'query') return typeof value === 'function' ? value.bind(target) : value;
          return async (options: { readonly sql: string }) => {
            texts.push(options.sql);
            try {
              if (first === undefined) return await target.query(options);
              const sql = first;
              first = undefined;
              await target.query('BEGIN');
              await target.query(sql);
              return await target.query(options);
            } catch (error) {
              failures.push(Reflect.get(Object(error), 'errno'));
              throw error;
            }
          };
        },
      });
    },
  };
}
