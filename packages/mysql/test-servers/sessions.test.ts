import { expect, it } from 'vitest';
import { type MysqlStore, mysqlStore } from '../src/index.js';
import { describeOnServer, useTestDatabase } from './support/server.js';
import { POOLS, SESSIONS } from './support/sessions.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Claims, extends, commits, releases and cleans up. */
async function expectRight(store: MysqlStore, others: readonly MysqlStore[]): Promise<void> {
  const claims = await Promise.all(
    [store, ...others].map((each, index) => each.claim('k:é', `o${index}`, MINUTE)),
  );
  expect(claims.filter((claim) => claim === 'acquired')).toHaveLength(1);
  const owner = `o${claims.indexOf('acquired')}`;
  const busy = await others[0]?.claim('k:é', 'late', MINUTE);
  const left = typeof busy === 'object' ? busy.busyForMs : Number.NaN;
  expect(left > 0 && left <= MINUTE).toBe(true);
  expect([
    await store.extend('k:é', 'late', MINUTE),
    await store.extend('k:é', owner, 2 * MINUTE),
    await store.release('k:é', 'late'),
    await store.release('k:é', owner),
    await store.release('k:é', owner),
    await store.claim('k:é', 'next', MINUTE),
    await store.commit('k:é', owner, DAY),
    await store.commit('k:é', 'next', DAY),
    // Within a microsecond, an UPDATE that changes nothing.
    ...(await Promise.all([store.commit('k:é', 'next', DAY), store.commit('k:é', 'next', DAY)])),
    await store.claim('k:é', 'next', MINUTE),
    await store.claim('short', 'a', 0.001),
    (await store.cleanUp()).deleted,
  ]).toEqual([
    ...[false, true, false, true, true, 'acquired', false, true, true, true, 'done', 'acquired', 1],
  ]);
}

describeOnServer('a store is right beside others', () => {
  const database = useTestDatabase();

  it.each(SESSIONS)('after %s', async (setting) => {
    const pool = database.pool();
    // Before anything else of the connection, and so before what the store sends.
    pool.on('connection', (connection) => void connection.query(setting));
    const options = { table: `session_${SESSIONS.indexOf(setting)}`, timeout: MINUTE };
    const store = mysqlStore(pool, options);
    const others = Array.from({ length: 5 }, () => mysqlStore(pool, options));
    await Promise.all([store.migrate(), others[0]?.migrate()]);
    await expectRight(store, others);
    // Another session, without the setting, sees what is committed, and the same time.
    const plain = mysqlStore(database.pool(), options);
    expect(await plain.claim('k:é', 'x', MINUTE)).toBe('done');
    for (const [one, other] of [
      [store, plain],
      [plain, store],
    ] as const) {
      expect(await one.claim('time', 'a', MINUTE)).toBe('acquired');
      const claim = await other.claim('time', 'b', MINUTE);
      const ms = typeof claim === 'object' ? claim.busyForMs : Number.NaN;
      expect(ms > 0 && ms <= MINUTE).toBe(true);
      expect(await one.release('time', 'a')).toBe(true);
    }
  });

  it.each(POOLS)('with the options %j of the pool', async (options) => {
    const table = `pool_${POOLS.indexOf(options)}`;
    const store = mysqlStore(database.pool(options), { table, timeout: MINUTE });
    await store.migrate();
    await store.migrate();
    await expectRight(store, [mysqlStore(database.pool(options), { table, timeout: MINUTE })]);
  });
});
