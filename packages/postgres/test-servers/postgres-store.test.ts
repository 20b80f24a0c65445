import type { Pool, PoolClient } from 'pg';
import postgres from 'postgres';
import { sqlStoreSuite } from 'screening-webhooks-test-support/stores/store-suite';
import { expect, it } from 'vitest';
import { postgresInbox } from '../src/inbox/index.js';
import { postgresStore } from '../src/index.js';
import { postgresStoreUnderTest } from './support/postgres-store-under-test.js';
import { describeOnServer, useTestDatabase } from './support/server.js';
import { spyOn } from './support/spied-pool.js';

const MINUTE = 60_000;

describeOnServer('postgresStore', () => {
  let pool: Pool;
  const database = useTestDatabase(async () => {
    pool = database.pool();
    await postgresInbox(pool).migrate();
  });

  sqlStoreSuite(postgresStoreUnderTest(database));

  it('says how to create a missing table with postgres.js', async () => {
    const sql = postgres(database.url);
    await expect(postgresStore(sql, { table: 'nowhere' }).claim('k', 'a', 1)).rejects.toThrow(
      /migrate\(\)/,
    );
    await sql.end();
  });

  it('works without prepared statements, for PgBouncer', async () => {
    const store = postgresStore(database.pool({ max: 1 }), { prepare: false });
    await store.migrate();
    expect(await store.claim('unprepared', 'a', MINUTE)).toBe('acquired');
    expect(await store.claim('unprepared', 'b', MINUTE)).toMatchObject({
      busyForMs: expect.any(Number),
    });
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
});
