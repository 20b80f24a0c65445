import { fileURLToPath } from 'node:url';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { postgresStore, transactional } from '../src/index.js';
import { keepsTheTransaction } from '../test/support/transaction-cases.js';
import { newEvent, run } from './support/effect-runs.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

describeOnServer('with postgres.js', () => {
  let sql: Sql;
  useTestDatabase(async ({ url }) => {
    sql = postgres(url, { max: 2, onnotice: () => {} });
    await postgresStore(sql).migrate();
  });
  afterAll(() => sql.end());

  keepsTheTransaction<TransactionSql>(() => ({
    transaction: (handler) => transactional(sql, handler),
    query: (statement) => sql.unsafe(statement),
    simple: (tx, statement) => tx.unsafe(statement),
    others: {
      'a template': (tx) => tx`COMMIT`,
      'a template in the simple protocol': (tx) => tx`SELECT 1; COMMIT`.simple(),
      'a fragment': (tx, statement) => tx`${tx.unsafe(statement)}`,
      'a fragment of a fragment': (tx, statement) => tx`/**/ ${tx`${tx.unsafe(statement)}`}`,
      'a list of fragments': (tx) => tx`${[tx``, tx`COMMIT`]}`,
      'a prepared statement': (tx, statement) => tx.unsafe(statement, [], { prepare: true }),
      'a cursor': (tx, statement) => tx.unsafe(statement).cursor(1, () => {}),
      execute: (tx, statement) => tx.unsafe(statement).execute(),
      'a savepoint': (tx) => tx.savepoint((nested) => nested`COMMIT`),
      prepare: (tx) => Reflect.apply(Reflect.get(tx, 'prepare'), tx, ['x']),
      'a file': (tx) => tx.file(fileURLToPath(new URL('support/commit.sql', import.meta.url))),
    },
  }));

  it('a ROLLBACK and a BEGIN that are not awaited take effect in their order', async () => {
    const event = newEvent();
    const handler = transactional(sql, async ({ id }, { tx }) => {
      const write = () => tx`INSERT INTO effects VALUES (${id})`;
      const statements = [tx`BEGIN`, write(), tx`ROLLBACK`, tx`BEGIN`, write(), tx`COMMIT`];
      await Promise.all([...statements, write()]);
    });
    await run(handler, event);
    expect(await sql`SELECT 1 FROM effects WHERE event = ${event.id}`).toHaveLength(2);
  });

  it('templates, helpers, fragments, cursors, files and savepoints still work', async () => {
    await sql.unsafe('CREATE TABLE cells (a int, b text)');
    const event = newEvent();
    const handler = transactional(sql, async (_event, { tx }) => {
      await tx`INSERT INTO cells ${tx([
        { a: 1, b: 'x' },
        { a: 2, b: 'COMMIT' },
      ])}`;
      const where = tx`WHERE a = ${2}`;
      expect(await tx`SELECT ${tx('b')} FROM cells ${where}`).toEqual([{ b: 'COMMIT' }]);
      const rows: unknown[] = [];
      for await (const batch of tx`SELECT a FROM cells ORDER BY a`.cursor(1)) rows.push(...batch);
      expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
      const seen: unknown[] = [];
      await tx`SELECT a FROM cells WHERE a = 1`.forEach((row) => {
        seen.push(row);
      });
      expect(seen).toEqual([{ a: 1 }]);
      await tx.savepoint((nested) => nested`UPDATE cells SET b = 'y' WHERE a = 1`);
      const failing = tx.savepoint(async (nested) => {
        await nested`DELETE FROM cells`;
        throw new Error('nested');
      });
      await failing.catch(() => {});
      expect(await tx.file(fileURLToPath(new URL('support/one.sql', import.meta.url)))).toEqual([
        { one: 1 },
      ]);
      expect(await tx`SELECT a FROM cells`.values()).toHaveLength(2);
    });
    await run(handler, event);
    expect(await sql`SELECT b FROM cells ORDER BY a`).toEqual([{ b: 'y' }, { b: 'COMMIT' }]);
  });
});
