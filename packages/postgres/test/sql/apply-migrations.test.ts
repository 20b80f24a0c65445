import { expect, it, onTestFinished } from 'vitest';
import { applyMigrations } from '../../src/sql/apply-migrations.js';
import { createSqlClient } from '../../src/sql/create-sql-client.js';
import { borrowPglite } from '../support/open-pglite.js';

it('applyMigrations applies each step once, in order, and those that are new later', async () => {
  const { pglite, giveBack } = await borrowPglite();
  onTestFinished(giveBack);
  const client = createSqlClient(pglite);
  const FIRST = ['CREATE TABLE cats.one (n int)', 'INSERT INTO cats.one VALUES (1)'];
  const SECOND = ['ALTER TABLE cats.one ADD COLUMN m int', 'UPDATE cats.one SET m = 2'];
  const apply = (...steps: readonly (readonly string[])[]) =>
    applyMigrations(client, {
      caller: 'cats.migrate()',
      component: 'cats',
      versions: '"cats"."versions"',
      schema: 'cats',
      steps,
    });
  await Promise.all([apply(FIRST), apply(FIRST)]);
  await Promise.all([apply(FIRST, SECOND), apply(FIRST, SECOND), apply(FIRST)]);
  expect((await pglite.query('SELECT n, m FROM cats.one')).rows).toEqual([{ n: 1, m: 2 }]);
});
