import postgres from 'postgres';
import { beforeEach, expect, it } from 'vitest';
import { applyMigrations, type Migrations } from '../../src/sql/apply-migrations.js';
import { createSqlClient } from '../../src/sql/create-sql-client.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';
import { spyOn } from '../support/spied-pool.js';

const FIRST = ['CREATE TABLE cats.one (n int)', 'INSERT INTO cats.one VALUES (1)'];
const SECOND = ['ALTER TABLE cats.one ADD COLUMN m int', 'UPDATE cats.one SET m = 2'];
const THIRD = ['INSERT INTO cats.one VALUES (3, 3)'];

const migrations = (steps: Migrations['steps']): Migrations => ({
  caller: 'cats.migrate()',
  component: 'cats',
  versions: '"cats"."versions"',
  schema: 'cats',
  steps,
});

const VERSIONS = `SELECT version FROM cats.versions WHERE component = 'cats' ORDER BY version`;

describeOnServer('applyMigrations', () => {
  let role: string;
  const database = useTestDatabase(async ({ createRole }) => (role = await createRole()));
  beforeEach(async () => {
    await database.admin('DROP SCHEMA IF EXISTS cats CASCADE');
  });
  const clientOf = (config = {}) => createSqlClient(database.pool({ max: 1, ...config }));

  it('applies each step once, in order, and those that are new later', async () => {
    await applyMigrations(clientOf(), migrations([FIRST]));
    await applyMigrations(clientOf(), migrations([FIRST, SECOND, THIRD]));
    await applyMigrations(clientOf(), migrations([FIRST, SECOND, THIRD]));
    expect(await database.admin('SELECT n, m FROM cats.one ORDER BY n')).toEqual([
      { n: 1, m: 2 },
      { n: 3, m: 3 },
    ]);
    expect(await database.admin(VERSIONS)).toEqual([1, 2, 3].map((version) => ({ version })));
  });

  it.each(['read committed', 'repeatable read', 'serializable'])(
    'applies each step once when ten processes run it at once, by default in %s',
    async (isolation) => {
      const options = `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`;
      const clients = Array.from({ length: 10 }, () => clientOf({ options }));
      // Connected first, so that they meet.
      await Promise.all(clients.map((client) => client.query('SELECT 1', [])));
      await Promise.all(
        clients.map((client) => applyMigrations(client, migrations([FIRST, SECOND]))),
      );
      expect(await database.admin('SELECT n, m FROM cats.one')).toEqual([{ n: 1, m: 2 }]);
    },
  );

  it('sends one statement and takes no lock when there is nothing to do', async () => {
    await applyMigrations(clientOf(), migrations([FIRST]));
    const { pool, texts } = spyOn(database.pool({ max: 1 }));
    await applyMigrations(createSqlClient(pool), migrations([FIRST]));
    expect(texts).toEqual([expect.stringMatching(/^SELECT coalesce\(max\(version\)/)]);
  });

  it('leaves a newer database as it is', async () => {
    await applyMigrations(clientOf(), migrations([FIRST, SECOND]));
    await applyMigrations(clientOf(), migrations([FIRST]));
    expect(await database.admin(VERSIONS)).toHaveLength(2);
  });

  it('keeps nothing of a migration that fails', async () => {
    const client = clientOf();
    const broken = migrations([FIRST, ['SELECT 1 / 0']]);
    await expect(applyMigrations(client, broken)).rejects.toThrow('division by zero');
    expect(await database.admin(`SELECT to_regnamespace('cats') AS cats`)).toEqual([
      { cats: null },
    ]);
    await applyMigrations(client, migrations([FIRST]));
  });

  it('names the fix for a role that may not create, and lets it pass when there is nothing to do', async () => {
    const client = clientOf({ user: role });
    const forbidden = /cats\.migrate\(\): this role lacks a privilege \(.*\)\. Run cats/;
    await expect(applyMigrations(client, migrations([FIRST]))).rejects.toThrow(forbidden);
    await applyMigrations(clientOf(), migrations([FIRST]));
    await expect(applyMigrations(client, migrations([FIRST]))).rejects.toThrow(forbidden);
    await database.admin(`GRANT USAGE ON SCHEMA cats TO ${role}`);
    await database.admin(`GRANT SELECT ON ALL TABLES IN SCHEMA cats TO ${role}`);
    await applyMigrations(client, migrations([FIRST]));
    await expect(applyMigrations(client, migrations([FIRST, SECOND]))).rejects.toThrow(forbidden);
  });

  it('works in a schema that its role may use but not create', async () => {
    await database.admin('CREATE SCHEMA cats');
    await database.admin(`GRANT USAGE, CREATE ON SCHEMA cats TO ${role}`);
    await applyMigrations(clientOf({ user: role }), migrations([FIRST]));
  });

  it('works on postgres.js', async () => {
    const sql = postgres(database.url, { onnotice: () => {} });
    const client = createSqlClient(sql);
    const runs = [0, 1, 2].map(() => applyMigrations(client, migrations([FIRST, SECOND])));
    await Promise.all(runs);
    expect(await database.admin('SELECT n, m FROM cats.one')).toEqual([{ n: 1, m: 2 }]);
    await sql.end();
  });
});
