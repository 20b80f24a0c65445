import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mysqlStore } from '../src/index.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const MINUTE = 60_000;

describeOnServer('store.migrate()', () => {
  const database = useTestDatabase();
  const { admin } = database;

  const shapeOf = async (table: string): Promise<string> => {
    const [row] = await admin(`SHOW CREATE TABLE ${table}`);
    return String(row?.['Create Table']).replace(/`\w+`/, 'the table');
  };

  it('creates what schema.sql creates, and finds nothing to do after it', async () => {
    const file = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8');
    await mysqlStore(database.pool(), { table: 'by_code' }).migrate();
    await admin('RENAME TABLE screening_webhook_versions TO versions_by_code');
    await admin(file);
    await admin(file);
    const made = await shapeOf('screening_webhook_claims');
    await mysqlStore(database.pool()).migrate();
    expect(made).toBe(await shapeOf('by_code'));
    expect(await shapeOf('screening_webhook_versions')).toBe(await shapeOf('versions_by_code'));
    // Of the store, and of the inbox.
    expect(await admin('SELECT * FROM screening_webhook_versions')).toHaveLength(2);
  });

  it('runs in ten processes at once, repeatedly, and in another schema', async () => {
    const table = `${database.name}.claims`;
    const elsewhere = { connectionLimit: 1, database: 'information_schema' };
    const stores = Array.from({ length: 10 }, () =>
      mysqlStore(database.pool(elsewhere), { table }),
    );
    await Promise.all(stores.map((store) => store.migrate()));
    await Promise.all(stores.map((store) => store.migrate()));
    expect(await stores[0]?.claim('k', 'a', MINUTE)).toBe('acquired');
    const [row] = await admin(
      "SELECT version FROM screening_webhook_versions WHERE component = 'claims'",
    );
    expect(row).toEqual({ version: 1 });
    expect(await stores[0]?.cleanUp()).toEqual({ deleted: 0, more: false });
  });

  it('leaves the lock to others', async () => {
    const pool = database.pool({ connectionLimit: 1 });
    await mysqlStore(pool, { table: 'locked' }).migrate();
    // The lock is of the server: another database may hold it now.
    const [rows] = await pool.query(
      "SELECT IS_USED_LOCK('screening-webhooks migrate') <=> CONNECTION_ID() AS held",
    );
    expect(rows).toEqual([{ held: 0 }]);
  });

  it('as a user that may not create, names the fix before schema.sql, and passes after it', async () => {
    const user = database.name;
    await admin(`CREATE USER ${user}@'%'`);
    await admin(`GRANT SELECT ON ${database.name}.versions_by_code TO ${user}@'%'`);
    await admin('DROP TABLE IF EXISTS screening_webhook_claims, screening_webhook_versions');
    const store = mysqlStore(database.pool({ user }));
    await expect(store.migrate()).rejects.toThrow(
      /^store\.migrate\(\): this user lacks.*schema\.sql/,
    );
    await admin(readFileSync(new URL('../schema.sql', import.meta.url), 'utf8'));
    await admin(`GRANT SELECT, INSERT, UPDATE, DELETE ON screening_webhook_claims TO ${user}@'%'`);
    await admin(`GRANT SELECT ON screening_webhook_versions TO ${user}@'%'`);
    await store.migrate();
    expect(await store.claim('k', 'a', MINUTE)).toBe('acquired');
    expect(await store.commit('k', 'a', MINUTE)).toBe(true);
    expect(await store.cleanUp()).toEqual({ deleted: 0, more: false });
  });
});
