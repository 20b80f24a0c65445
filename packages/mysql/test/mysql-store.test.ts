import { createConnection, type Pool, type PoolConnection } from 'mysql2/promise';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type MysqlStore, mysqlStore } from '../src/index.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
// Only ends a hang.
const timeout = 60_000;

describe('a client of the wrong kind', () => {
  it.each<[string, unknown, RegExp]>([
    ['undefined', undefined, /got undefined/],
    ['null', null, /got null/],
    ['a connection string', 'mysql://localhost', /createPool\(uri\)/],
    ['a single connection', { query() {}, promise() {} }, /a pool, not a single connection/],
    ['Drizzle', { $client: {}, execute() {} }, /db\.\$client/],
    ['Kysely', { selectFrom() {} }, /the pool that Kysely/],
    ['a Map', new Map(), /got a Map/],
  ])('%s throws, naming the fix', (_name, client, message) => {
    expect(() => Reflect.apply(mysqlStore, undefined, [client])).toThrow(message);
  });

  it.each(['', 'Claims', 'a.b.c', 'x; DROP TABLE y', 'a`b'])('table %j throws', (table) => {
    const pool = { getConnection() {} };
    expect(() => Reflect.apply(mysqlStore, undefined, [pool, { table }])).toThrow(/^table:/);
  });
});

describeOnServer('mysqlStore', () => {
  const database = useTestDatabase();
  const { admin } = database;
  let store: MysqlStore;
  beforeAll(async () => {
    store = mysqlStore(database.pool(), { timeout });
    await store.migrate();
  });

  it('says how to create a missing table', async () => {
    const missing = mysqlStore(database.pool(), { table: 'nowhere' });
    for (const operation of [
      () => missing.claim('k', 'a', MINUTE),
      () => missing.extend('k', 'a', MINUTE),
      () => missing.commit('k', 'a', MINUTE),
      () => missing.release('k', 'a'),
      () => missing.cleanUp(),
    ]) {
      await expect(operation()).rejects.toThrow(/table nowhere is missing.*migrate\(\)/);
    }
  });

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

  it('uses the clock of the server', async () => {
    const now = Date.now;
    Date.now = () => now() + 10 * DAY;
    try {
      await store.claim('clock', 'a', MINUTE);
      expect(await store.claim('clock', 'b', MINUTE)).not.toBe('acquired');
    } finally {
      Date.now = now;
    }
    const rows = await admin(
      `SELECT expires_at - 1000000 * UNIX_TIMESTAMP() AS us FROM screening_webhook_claims WHERE claim_key = 'clock'`,
    );
    // UNIX_TIMESTAMP() has whole seconds.
    const us = Number(rows[0]?.['us']);
    expect(us > 0 && us <= 1000 * (MINUTE + 1000)).toBe(true);
  });

  it('grants a key to one of many claimers on all connections, and answers the others', async () => {
    const stores = [1, 2, 3].map(() => mysqlStore(database.pool(), { timeout }));
    for (const key of ['raced', 'raced again']) {
      if (key === 'raced again') {
        await store.claim(key, 'gone', MINUTE);
        await admin('UPDATE screening_webhook_claims SET expires_at = 1');
      }
      const claims = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          stores[index % 3]?.claim(key, `o${index}`, MINUTE),
        ),
      );
      expect(claims.filter((claim) => claim === 'acquired')).toHaveLength(1);
      const others = claims.filter((claim) => claim !== 'acquired');
      expect(others).toEqual(Array(59).fill({ busyForMs: expect.any(Number) }));
    }
  });

  it('grants an expired key once, while clean-ups run', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = `cleaned ${round}`;
      await store.claim(key, 'gone', MINUTE);
      await admin('UPDATE screening_webhook_claims SET expires_at = 1');
      const claims = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          if (index % 4 === 0) await store.cleanUp();
          return store.claim(key, `o${index}`, MINUTE);
        }),
      );
      expect(claims.filter((claim) => claim === 'acquired')).toHaveLength(1);
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

  it('cleans up expired rows in batches, and keeps live claims and done ids', async () => {
    const cleaned = mysqlStore(database.pool(), { table: 'cleaned', timeout });
    await cleaned.migrate();
    const values = Array.from({ length: 2500 }, (_, n) => `('old ${n}', 'a', 1, ${n})`);
    await admin(`INSERT INTO cleaned VALUES ${values.join(', ')}`);
    await cleaned.claim('live', 'a', MINUTE);
    await cleaned.claim('done', 'a', MINUTE);
    await cleaned.commit('done', 'a', DAY);
    await cleaned.claim('released', 'a', MINUTE);
    await cleaned.release('released', 'a');
    expect(await cleaned.cleanUp({ limit: 0.5 }).catch(String)).toMatch(/^TypeError: limit:/);
    expect(await cleaned.cleanUp()).toEqual({ deleted: 1000, more: true });
    expect(await cleaned.cleanUp({ limit: 1500 })).toEqual({ deleted: 1500, more: true });
    expect(await cleaned.cleanUp({ limit: 5000 })).toEqual({ deleted: 1, more: false });
    expect(await cleaned.cleanUp()).toEqual({ deleted: 0, more: false });
    const left = await admin('SELECT CAST(claim_key AS CHAR) AS k FROM cleaned ORDER BY claim_key');
    expect(left).toEqual([{ k: 'done' }, { k: 'live' }]);
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
