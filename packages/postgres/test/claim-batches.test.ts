import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresStore, postgresStore } from '../src/index.js';
import { inOneBatch, MINUTE, values } from './support/in-one-batch.js';
import { openPglite } from './support/open-pglite.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const BUSY = { busyForMs: expect.any(Number) };

function answersEachRequest(create: () => Promise<PostgresStore>): void {
  let store: PostgresStore;
  beforeAll(async () => {
    store = await create();
    await store.migrate();
  });

  it('gives each claim of a batch its own answer', async () => {
    await store.claim('held', 'a', MINUTE);
    await store.claim('done', 'a', MINUTE);
    await store.commit('done', 'a', MINUTE);
    await store.claim('expired', 'a', 0.001);
    const free = ['', 'NULL', '"', '\\', '{a,b}', "'; --", ' é 🎉 ', 'line\nbreak', 'ab', 'aB'];
    const keys = ['held', ...free, 'done', 'expired'];
    const claims = await inOneBatch(store, () => keys.map((key) => store.claim(key, 'b', MINUTE)));
    expect(values(claims)).toEqual([BUSY, ...free.map(() => 'acquired'), 'done', 'acquired']);
    for (const key of [...free, 'expired']) {
      expect([key, await store.claim(key, 'c', 1)]).toEqual([key, BUSY]);
      expect([key, await store.commit(key, 'b', MINUTE)]).toEqual([key, true]);
    }
  });

  it('grants one of several claims of a key', async () => {
    await store.claim('same held', 'a', MINUTE);
    await store.claim('same done', 'a', MINUTE);
    await store.commit('same done', 'a', MINUTE);
    const keys = ['same', 'same held', 'same done', 'same', 'same held', 'same done', 'same'];
    const claims = values(
      await inOneBatch(store, () => keys.map((key, index) => store.claim(key, `o${index}`, 9000))),
    );
    expect(claims).toEqual(['acquired', BUSY, 'done', { busyForMs: 9000 }, BUSY, 'done', BUSY]);
    expect(claims[4]).toEqual(claims[1]);
    expect(await store.commit('same', 'o3', MINUTE)).toBe(false);
    expect(await store.commit('same', 'o0', MINUTE)).toBe(true);
  });

  it('gives each commit of a batch its own answer, and creates no row', async () => {
    for (const key of ['c1', 'c2', 'c3']) await store.claim(key, 'a', MINUTE);
    await store.claim('c4', 'a', 0.001);
    await store.commit('c3', 'a', MINUTE);
    const requests = [
      ['c1', 'a'],
      ['c2', 'other'],
      ['c2', 'a'],
      ['c2', 'a'],
      ['c3', 'a'],
      ['c4', 'a'],
      ['missing', 'a'],
      ['c1', 'late other'],
    ] as const;
    const commits = await inOneBatch(store, () =>
      requests.map(([key, owner]) => store.commit(key, owner, MINUTE)),
    );
    expect(values(commits)).toEqual([true, false, true, true, true, false, false, false]);
    const after = ['c1', 'c2', 'c3', 'c4', 'missing'].map((key) => store.claim(key, 'b', MINUTE));
    expect(await Promise.all(after)).toEqual(['done', 'done', 'done', 'acquired', 'acquired']);
  });

  it('rejects only the requests that PostgreSQL rejects', async () => {
    const requests = [
      ['good 1', 'a', MINUTE],
      ['bad\0', 'a', MINUTE],
      ['bad owner', '\0', MINUTE],
      ['bad lease', 'a', Number.NaN],
      ['good 2', 'a', MINUTE],
    ] as const;
    const claims = await inOneBatch(store, () =>
      requests.map(([key, owner, ms]) => store.claim(key, owner, ms)),
    );
    expect(values(claims)).toEqual(['acquired', 'failed', 'failed', 'failed', 'acquired']);
    const commits = await inOneBatch(store, () =>
      requests.map(([key, owner, ms]) => store.commit(key, owner, ms)),
    );
    // Whether the interval is computed for a missing row depends on the plan.
    const noRow = expect.toSatisfy((answer) => answer === 'failed' || answer === false);
    expect(values(commits)).toEqual([true, 'failed', 'failed', noRow, true]);
  });

  it('treats two keys that PostgreSQL considers equal as one', async () => {
    const claims = await inOneBatch(store, () =>
      ['half \ud800', 'half \udfff', 'whole'].map((key, index) =>
        store.claim(key, `o${index}`, MINUTE),
      ),
    );
    expect(values(claims).map((claim) => (claim === 'acquired' ? 1 : 0))).toHaveLength(3);
    expect(values(claims).filter((claim) => claim === 'acquired')).toHaveLength(2);
    expect(values(claims)[2]).toBe('acquired');
  });
}

describeOnServer('batches', () => {
  // Each suite has its own table in it.
  const database = useTestDatabase();

  describe('through a pool of pg', () => {
    answersEachRequest(async () => postgresStore(database.pool(), { table: 'by_pg' }));
  });

  describe('through pg without prepared statements', () => {
    answersEachRequest(async () =>
      postgresStore(database.pool(), { prepare: false, table: 'by_pg_unprepared' }),
    );
  });

  describe.each([
    ['by_postgres_js', {}],
    ['by_postgres_js_unprepared', { prepare: false, fetch_types: false }],
  ])('through postgres.js, %s', (table, options) => {
    let sql: postgres.Sql;
    answersEachRequest(async () => {
      sql = postgres(database.url, { ...options, onnotice: () => {} });
      return postgresStore(sql, { ...('prepare' in options && { prepare: false }), table });
    });
    afterAll(() => sql.end());
  });
});

describe('batches through PGlite', () => {
  answersEachRequest(async () => postgresStore(await openPglite()));
});
