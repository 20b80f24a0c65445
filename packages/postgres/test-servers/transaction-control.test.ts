import { RetryLater } from '@screening-webhooks/core';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { Kysely, PostgresDialect } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import { expect, it } from 'vitest';
import { postgresStore, transactional } from '../src/index.js';
import { keepsTheTransaction } from '../test/support/transaction-cases.js';
import { newEvent, run } from './support/effect-runs.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

describeOnServer('with pg', () => {
  let pool: Pool;
  const database = useTestDatabase(async () => {
    pool = database.pool();
    await postgresStore(pool).migrate();
  });

  keepsTheTransaction<PoolClient>(() => ({
    transaction: (handler) => transactional(pool, handler),
    query: async (sql) => (await pool.query(sql)).rows ?? [],
    simple: (tx, sql) => tx.query(sql),
    others: {
      'a config object': (tx, sql) => tx.query({ text: sql }),
      'a named statement': (tx, sql) => tx.query({ name: 'ends', text: sql }),
      'the extended protocol': (tx, sql) => tx.query({ text: sql, ...{ queryMode: 'extended' } }),
      values: (tx, sql) => tx.query(sql, []),
      'a callback': (tx, sql) =>
        new Promise((resolve, reject) => {
          tx.query(sql, (error, result) => (error ? reject(error) : resolve(result)));
        }),
      'a query object': (tx, sql) => tx.query(new pg.Query(sql)),
      'a getter': (tx, sql) =>
        tx.query({
          get text() {
            return sql;
          },
        }),
    },
  }));

  const effects = pgTable('effects', { event: text('event') });
  const rowsOf = async (id: string) =>
    (await database.admin('SELECT 1 FROM effects WHERE event = $1', [id])).length;

  it('nested transactions of Drizzle are savepoints', async () => {
    const handler = transactional(pool, async ({ id }, { tx }) => {
      const db = drizzle(tx);
      await db.insert(effects).values({ event: id });
      await db.transaction(async (nested) => {
        await nested.insert(effects).values({ event: id });
        await nested.transaction((inner) => inner.insert(effects).values({ event: id }));
      });
      await db
        .transaction(async (nested) => {
          await nested.insert(effects).values({ event: id });
          await nested.execute('SELECT 1/0');
        })
        .catch(() => {});
    });
    const event = newEvent();
    await run(handler, event);
    await run(handler, event);
    expect(await rowsOf(event.id)).toBe(3);
  });

  it('a nested transaction of Drizzle that commits is rolled back when the handler throws', async () => {
    const handler = transactional(pool, async ({ id }, { tx }) => {
      await drizzle(tx).transaction((nested) => nested.insert(effects).values({ event: id }));
      throw new Error('afterwards');
    });
    const event = newEvent();
    for (let time = 0; time < 3; time += 1) {
      await expect(run(handler, event)).rejects.toThrow('afterwards');
    }
    expect(await rowsOf(event.id)).toBe(0);
  });

  it('an end, and a conflict, that Drizzle wraps in an error of its own are recognised', async () => {
    const sending = (text: string) =>
      run(
        transactional(pool, (_event, { tx }) => drizzle(tx).execute(text)),
        newEvent(),
      );
    await expect(sending('COMMIT')).rejects.toThrow(/cannot end its transaction/);
    await expect(sending('SELECT 1; COMMIT')).rejects.toThrow(/statements one by one/);
    const conflict = `DO $$BEGIN RAISE 'x' USING ERRCODE = '40001'; END$$`;
    await expect(sending(conflict)).rejects.toBeInstanceOf(RetryLater);
  });

  it('transactions of Kysely on the connection are savepoints', async () => {
    const handler = transactional(pool, async ({ id }, { tx }) => {
      const db = new Kysely<{ effects: { event: string } }>({
        dialect: new PostgresDialect({
          pool: { connect: async () => tx, end: async () => {} },
        }),
      });
      const insert = (on: typeof db) => on.insertInto('effects').values({ event: id }).execute();
      await db.transaction().execute(insert);
      const failing = db.transaction().execute(async (nested) => {
        await insert(nested);
        throw new Error('nested');
      });
      await failing.catch(() => {});
      await insert(db);
    });
    const event = newEvent();
    await run(handler, event);
    await run(handler, event);
    expect(await rowsOf(event.id)).toBe(2);
  });

  it('is a client for callbacks, query objects, instanceof and events', async () => {
    const handler = transactional(pool, async ({ id }, { tx }) => {
      expect(tx).toBeInstanceOf(pg.Client);
      await new Promise<void>((resolve, reject) => {
        tx.query('INSERT INTO effects VALUES ($1)', [id], (error) =>
          error ? reject(error) : resolve(),
        );
      });
      const query = tx.query(new pg.Query('SELECT 1 AS one'));
      const row = await new Promise((resolve) => query.on('row', resolve));
      expect(row).toEqual({ one: 1 });
      await new Promise((resolve) => {
        tx.once('notice', resolve);
        void tx.query(`DO 'BEGIN RAISE NOTICE ''x''; END'`);
      });
      tx.release();
    });
    const event = newEvent();
    await run(handler, event);
    expect(await rowsOf(event.id)).toBe(1);
  });

  it('a nested transaction in callbacks and named statements, with the results of its statements', async () => {
    const commands: unknown[] = [];
    const single = database.pool({ max: 1 });
    // Under its name, the connection now has the statement itself.
    await single.query({ name: 'COMMIT', text: 'COMMIT' });
    const handler = transactional(single, async ({ id }, { tx }) => {
      const send = (text: string) =>
        new Promise<void>((resolve, reject) => {
          tx.query({ name: text, text }, (error, result) => {
            commands.push(result?.command);
            if (error) reject(error);
            else resolve();
          });
        });
      for (const end of ['ROLLBACK', 'COMMIT']) {
        await send('BEGIN');
        await tx.query('INSERT INTO effects VALUES ($1)', [id]);
        await send(end);
      }
      const { rows } = await tx.query(`SELECT 'a;' AS "end", $1::int AS one`, [1]);
      expect(rows).toEqual([{ end: 'a;', one: 1 }]);
    });
    const event = newEvent();
    await run(handler, event);
    expect(await rowsOf(event.id)).toBe(1);
    expect(commands).toEqual(['SAVEPOINT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE']);
  });

  it('an end that is sent around tx is an error, and the event does not run again', async () => {
    let runs = 0;
    const handler = transactional(pool, async ({ id }, { tx }) => {
      runs += 1;
      await tx.query('INSERT INTO effects VALUES ($1)', [id]);
      await Reflect.apply(pg.Client.prototype.query, tx, ['COMMIT']);
    });
    const event = newEvent();
    await expect(run(handler, event)).rejects.toThrow(
      /has ended its transaction.*Remove its COMMIT/,
    );
    await run(handler, event);
    expect([runs, await rowsOf(event.id)]).toEqual([1, 1]);
  });

  it('a nested transaction whose COMMIT has failed can be rolled back', async () => {
    const handler = transactional(pool, async ({ id }, { tx }) => {
      await tx.query('BEGIN');
      await tx.query('INSERT INTO effects VALUES ($1)', [id]);
      await tx.query('SELECT 1/0').catch(() => {});
      await tx.query('COMMIT').catch(() => tx.query('ROLLBACK'));
      await tx.query('INSERT INTO effects VALUES ($1)', [id]);
    });
    const event = newEvent();
    await run(handler, event);
    expect(await rowsOf(event.id)).toBe(1);
  });
});
