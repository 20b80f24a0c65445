import { Client, type Pool, type PoolClient } from 'pg';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.js';
import { describeOnServer, useTestDatabase } from './support/server.js';
import { spyOn } from './support/spied-pool.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

describe('a client of the wrong kind', () => {
  it.each<[string, unknown, RegExp]>([
    ['undefined', undefined, /got undefined/],
    ['null', null, /got null/],
    ['a connection string', 'postgres://localhost', /new Pool\(\{ connectionString \}\)/],
    ['a single connection', new Client(), /a Pool, not a single Client/],
    ['Drizzle', { $client: {}, execute() {} }, /db\.\$client/],
    ['Kysely', { selectFrom() {} }, /the Pool that Kysely/],
    ['a Map', new Map(), /got a Map/],
  ])('%s throws, naming the fix', (_name, client, message) => {
    expect(() => Reflect.apply(postgresStore, undefined, [client])).toThrow(message);
  });

  it.each(['', 'Claims', 'a.b.c', 'x; DROP TABLE y', 'a"b'])('table %j throws', (table) => {
    const pool = { query() {}, connect() {}, totalCount: 0 };
    expect(() => Reflect.apply(postgresStore, undefined, [pool, { table }])).toThrow(/^table:/);
  });
});

describeOnServer('postgresStore', () => {
  let pool: Pool;
  const database = useTestDatabase(async () => (pool = database.pool()));

  it('says how to create a missing table', async () => {
    const missing = postgresStore(pool, { table: 'nowhere' });
    for (const operation of [
      () => missing.claim('k', 'a', MINUTE),
      () => missing.extend('k', 'a', MINUTE),
      () => missing.commit('k', 'a', MINUTE),
      () => missing.release('k', 'a'),
      () => missing.cleanUp(),
    ]) {
      await expect(operation()).rejects.toThrow(/table nowhere is missing.*migrate\(\)/);
    }
    const sql = postgres(database.url);
    await expect(postgresStore(sql, { table: 'nowhere' }).claim('k', 'a', 1)).rejects.toThrow(
      /migrate\(\)/,
    );
    await sql.end();
  });

  it('repeats a claim, a commit and a release whose answers were lost', async () => {
    const store = postgresStore(pool, { table: 'repeated' });
    await store.migrate();
    const key = 'repeated';
    const busy = { busyForMs: expect.any(Number) };
    expect(await store.claim(key, 'a', MINUTE)).toBe('acquired');
    expect(await store.claim(key, 'a', 2 * MINUTE)).toBe('acquired');
    expect(await store.claim(key, 'b', MINUTE)).toEqual(busy);
    const [row] = await database.admin(
      `SELECT expires_at > now() + interval '90 s' AS renewed FROM repeated WHERE key = $1`,
      [key],
    );
    expect(row).toEqual({ renewed: true });
    expect(await store.release(key, 'b')).toBe(false);
    expect(await store.release(key, 'a')).toBe(true);
    expect(await store.release(key, 'a')).toBe(true);
    await store.claim(key, 'c', MINUTE);
    expect(await store.release(key, 'a')).toBe(false);
    expect(await store.commit(key, 'c', DAY)).toBe(true);
    expect(await store.commit(key, 'c', DAY)).toBe(true);
    expect(await store.commit(key, 'b', DAY)).toBe(false);
    expect(await store.claim(key, 'c', MINUTE)).toBe('done');
    expect(await store.release(key, 'c')).toBe(false);
  });

  it('works without prepared statements, for PgBouncer', async () => {
    const store = postgresStore(database.pool({ max: 1 }), { prepare: false });
    await store.migrate();
    expect(await store.claim('unprepared', 'a', MINUTE)).toBe('acquired');
    expect(await store.claim('unprepared', 'b', MINUTE)).toMatchObject({
      busyForMs: expect.any(Number),
    });
  });

  it('uses the clock of the server', async () => {
    const store = postgresStore(pool);
    await store.migrate();
    const now = Date.now;
    Date.now = () => now() + 10 * DAY;
    try {
      await store.claim('clock', 'a', MINUTE);
      expect(await store.claim('clock', 'b', MINUTE)).not.toBe('acquired');
    } finally {
      Date.now = now;
    }
  });

  it('cleans up expired rows in batches, and keeps live claims and done ids', async () => {
    const store = postgresStore(pool, { table: 'cleaned' });
    await store.migrate();
    await database.admin(`INSERT INTO cleaned
      SELECT 'old' || n, 'a', true, now() - interval '1 s' FROM generate_series(1, 2500) n`);
    await store.claim('live', 'a', MINUTE);
    await store.claim('done', 'a', MINUTE);
    await store.commit('done', 'a', DAY);
    expect(await store.cleanUp({ limit: 0.5 }).catch(String)).toMatch(/^TypeError: limit:/);
    expect(await store.cleanUp()).toEqual({ deleted: 1000, more: true });
    expect(await store.cleanUp({ limit: 1499 })).toEqual({ deleted: 1499, more: true });
    expect(await store.cleanUp({ limit: 5000 })).toEqual({ deleted: 1, more: false });
    expect(await store.cleanUp()).toEqual({ deleted: 0, more: false });
    const left = await database.admin('SELECT key FROM cleaned ORDER BY key');
    expect(left).toEqual([{ key: 'done' }, { key: 'live' }]);
  });

  it.each([1000, 10_000])('cleans up through an index, with the limit %i', async (limit) => {
    const table = `indexed_${limit}`;
    await postgresStore(pool, { table }).migrate();
    // In an order on disk that is not the one of the index, and half of them expired.
    await database.admin(`INSERT INTO ${table}
      SELECT 'k' || n, 'a', true, now() + (n * 7919 % 20000 - 10000) * interval '1 s'
      FROM generate_series(1, 20000) n`);
    await database.admin(`ANALYZE ${table}`);
    const spied = spyOn(pool);
    const { deleted } = await postgresStore<PoolClient>(spied.pool, { table }).cleanUp({ limit });
    expect(deleted).toBe(limit);
    const client = await pool.connect();
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`SET plan_cache_mode = ${mode}`);
      const text = `EXPLAIN ${spied.texts[0]}`;
      const plan = await client.query({ name: `explain ${mode} ${limit}`, text, values: [1000] });
      const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(lines).toContain(`Index Scan using ${table}_expires_at`);
      expect(lines).not.toContain('Seq Scan');
    }
    client.release(true);
  });

  it('cleans up without waiting for locked rows, and without delaying claims', async () => {
    const store = postgresStore(pool, { table: 'contended' });
    await store.migrate();
    await database.admin(`INSERT INTO contended
      VALUES ('held', 'a', true, now() - interval '1 s'), ('free', 'a', true, now() - interval '1 s')`);
    const other = await pool.connect();
    await other.query(`BEGIN; SELECT * FROM contended WHERE key = 'held' FOR UPDATE`);
    expect(await store.cleanUp()).toEqual({ deleted: 1, more: false });
    await other.query('COMMIT');
    // While a clean-up holds its locks, a new id can be claimed.
    await other.query('BEGIN; DELETE FROM contended WHERE expires_at <= now()');
    expect(await store.claim('new', 'a', MINUTE)).toBe('acquired');
    await other.query('ROLLBACK');
    other.release();
  });

  it('cleans up the other rows when one is refused, and tells of it', async () => {
    const store = postgresStore(pool, { table: 'guarded' });
    await store.migrate();
    await database.admin(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'kept by a trigger'; END $$`);
    await database.admin(`CREATE TRIGGER kept BEFORE DELETE ON guarded
      FOR EACH ROW WHEN (OLD.key = 'old7') EXECUTE FUNCTION refuse()`);
    await database.admin(`INSERT INTO guarded
      SELECT 'old' || n, 'a', true, now() - interval '1 s' FROM generate_series(1, 1500) n`);
    const refused = [expect.objectContaining({ message: 'kept by a trigger' })];
    expect(await store.cleanUp()).toEqual({ deleted: 999, more: true, failures: refused });
    expect(await store.cleanUp()).toEqual({ deleted: 500, more: false, failures: refused });
    expect(await database.admin('SELECT key FROM guarded')).toEqual([{ key: 'old7' }]);
  });

  it('grants an expired id once, while clean-ups run', async () => {
    const store = postgresStore(database.pool({ max: 20 }), { table: 'raced' });
    await store.migrate();
    for (let round = 0; round < 20; round += 1) {
      const key = `k${round}`;
      await database.admin(`INSERT INTO raced VALUES ($1, 'gone', false, now() - interval '1 s')`, [
        key,
      ]);
      const claims = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          if (index % 4 === 0) await store.cleanUp();
          return store.claim(key, `o${index}`, MINUTE);
        }),
      );
      expect(claims.filter((claim) => claim === 'acquired')).toHaveLength(1);
    }
  });
});
