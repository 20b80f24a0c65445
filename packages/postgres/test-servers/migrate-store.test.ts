import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { postgresStore } from '../src/index.js';
import { describeOnServer, useTestDatabase } from './support/server.js';
import { spyOn } from './support/spied-pool.js';

const MINUTE = 60_000;

describeOnServer('store.migrate()', () => {
  const database = useTestDatabase();

  /** The columns and indexes of a schema. */
  const tablesOf = (schema: string) =>
    database.admin(
      `SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default
         FROM information_schema.columns WHERE table_schema = $1
       UNION ALL SELECT tablename, replace(indexdef, $1, ''), '', '', '', '' FROM pg_indexes WHERE schemaname = $1
       ORDER BY 1, 2`,
      [schema],
    );

  it('creates what schema.sql creates, and finds nothing to do after it', async () => {
    const file = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8');
    await database.admin('CREATE SCHEMA by_file');
    const client = await database.pool().connect();
    await client.query(`SET search_path = by_file; ${file}; ${file}`);
    client.release(true);
    const { pool, texts } = spyOn(database.pool());
    await postgresStore(pool, { table: 'by_file.screening_webhook_claims' }).migrate();
    expect(texts).toHaveLength(1);
    await database.admin('CREATE SCHEMA by_code');
    await postgresStore(database.pool(), { table: 'by_code.screening_webhook_claims' }).migrate();
    expect(await tablesOf('by_file')).toEqual(await tablesOf('by_code'));
    expect(await tablesOf('by_code')).not.toEqual([]);
  });

  it('does not wait for a transaction that writes to the table', async () => {
    const store = postgresStore(database.pool());
    await store.migrate();
    const handler = await database.pool().connect();
    await handler.query('BEGIN');
    await handler.query(
      `INSERT INTO screening_webhook_claims VALUES ('held', '', true, now() + interval '1 day')`,
    );
    // With the lock of CREATE INDEX, these would wait until the handler ends.
    await store.migrate();
    expect(await store.claim('beside', 'a', MINUTE)).toBe('acquired');
    await handler.query('ROLLBACK');
    handler.release();
  });

  it('as a role that may not create, names the fix before the migration, and passes after it', async () => {
    const role = await database.createRole();
    await database.admin('CREATE SCHEMA guarded');
    await database.admin(`GRANT USAGE ON SCHEMA guarded TO ${role}`);
    const table = 'guarded.claims';
    const store = postgresStore(database.pool({ user: role }), { table });
    await expect(store.migrate()).rejects.toThrow(/^store\.migrate\(\): this role lacks/);
    await postgresStore(database.pool(), { table }).migrate();
    await database.admin(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA guarded TO ${role}`,
    );
    await store.migrate();
    expect(await store.claim('k', 'a', MINUTE)).toBe('acquired');
  });
});
