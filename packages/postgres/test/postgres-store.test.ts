import { readFileSync } from 'node:fs';
import { Client, type Pool, type PoolClient } from 'pg';
import postgres from 'postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableSql } from '../src/claims-table.js';
import { postgresStore } from '../src/index.js';
import { createTestDatabase, describeOnServer, type TestDatabase } from './support/server.js';

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

it('schema.sql contains what migrate() runs', () => {
  const file = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8');
  expect(file.replace(/^--.*\n/, '')).toBe(tableSql());
});

describeOnServer('postgresStore', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.pool();
  });

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

  it('migrates concurrently, repeatedly, and in a schema', async () => {
    await database.admin('CREATE SCHEMA hooks');
    const store = postgresStore(pool, { table: 'hooks.claims' });
    await Promise.all(Array.from({ length: 10 }, () => store.migrate()));
    await store.migrate();
    expect(await store.claim('k', 'a', MINUTE)).toBe('acquired');
  });

  it('confirms a repeated commit whose first answer was lost', async () => {
    const store = postgresStore(pool);
    await store.migrate();
    await store.claim('twice', 'a', MINUTE);
    expect(await store.commit('twice', 'a', DAY)).toBe(true);
    expect(await store.commit('twice', 'a', DAY)).toBe(true);
    expect(await store.commit('twice', 'b', DAY)).toBe(false);
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
    expect(await store.cleanUp()).toBe(1000);
    expect(await store.cleanUp({ limit: 5000 })).toBe(1500);
    expect(await store.cleanUp()).toBe(0);
    const left = await database.admin('SELECT key FROM cleaned ORDER BY key');
    expect(left).toEqual([{ key: 'done' }, { key: 'live' }]);
  });

  it('cleans up through an index', async () => {
    const store = postgresStore(pool, { table: 'indexed' });
    await store.migrate();
    await database.admin(`INSERT INTO indexed
      SELECT 'k' || n, 'a', true, now() + interval '1 day' FROM generate_series(1, 20000) n`);
    await database.admin('ANALYZE indexed');
    let text = '';
    const recording = Object.assign(Object.create(pool), {
      query(query: { text: string; values: unknown[] }) {
        text = query.text;
        return pool.query(query);
      },
    });
    await postgresStore<PoolClient>(recording, { table: 'indexed' }).cleanUp();
    const plan = await pool.query({ text: `EXPLAIN ${text}`, values: [1000] });
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('Index Scan using indexed_expires_at');
    expect(lines).not.toContain('Seq Scan');
  });

  it('cleans up without waiting for locked rows, and without delaying claims', async () => {
    const store = postgresStore(pool, { table: 'contended' });
    await store.migrate();
    await database.admin(`INSERT INTO contended
      VALUES ('held', 'a', true, now() - interval '1 s'), ('free', 'a', true, now() - interval '1 s')`);
    const other = await pool.connect();
    await other.query(`BEGIN; SELECT * FROM contended WHERE key = 'held' FOR UPDATE`);
    expect(await store.cleanUp()).toBe(1);
    await other.query('COMMIT');
    // While a clean-up holds its locks, a new id can be claimed.
    await other.query('BEGIN; DELETE FROM contended WHERE expires_at <= now()');
    expect(await store.claim('new', 'a', MINUTE)).toBe('acquired');
    await other.query('ROLLBACK');
    other.release();
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
