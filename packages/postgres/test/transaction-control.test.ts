import type { PGlite, Transaction } from '@electric-sql/pglite';
import { raw } from '@electric-sql/pglite/template';
import type { EventEnvelope } from '@screening-webhooks/core';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { Kysely, PostgresDialect } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStore, TransactionControlError, transactional } from '../src/index.js';
import { newEvent, run } from './support/effect-runs.js';
import { openPglite } from './support/open-pglite.js';
import { createTestDatabase, describeOnServer, type TestDatabase } from './support/server.js';

const WRITE = `INSERT INTO effects VALUES ('a')`;
const CREATE = `
  CREATE TABLE effects (event text);
  CREATE PROCEDURE commit_inside() LANGUAGE plpgsql AS 'BEGIN COMMIT; END';`;

/** Statements that would end the transaction of the handler. */
const ENDINGS = [
  'COMMIT',
  ' commit work',
  'END',
  'end transaction;',
  'ROLLBACK',
  'ABORT',
  '/* /* */ */ -- x\n COMMIT',
  'COMMIT AND NO CHAIN',
  'ROLLBACK AND CHAIN',
  'COMMIT AND CHAIN',
  `PREPARE TRANSACTION 'x'`,
  `COMMIT PREPARED 'x'`,
  'BEGIN ISOLATION LEVEL SERIALIZABLE',
  'START TRANSACTION READ ONLY',
];
const ENDINGS_OF_SCRIPTS = [
  `${WRITE}; COMMIT`,
  `SELECT 'a''; b'; ROLLBACK; ${WRITE}`,
  'BEGIN; COMMIT; COMMIT',
  'SELECT $$;$$; END; BEGIN',
];
const REFUSED_BY_THE_SERVER = ['CALL commit_inside()', `DO 'BEGIN COMMIT; END'`];

interface Ways<Tx> {
  readonly transaction: (
    handler: (event: EventEnvelope, context: { readonly tx: Tx }) => unknown,
  ) => ReturnType<typeof transactional<EventEnvelope, Tx>>;
  readonly query: (sql: string) => Promise<readonly unknown[]>;
  readonly simple: (tx: Tx, sql: string) => Promise<unknown>;
  /** Other ways to send one statement. */
  readonly others: Readonly<Record<string, (tx: Tx, sql: string) => unknown>>;
}

/** What holds for each driver. */
function keepsTheTransaction<Tx>(ways: () => Ways<Tx>): void {
  beforeAll(async () => {
    await ways().query(CREATE);
  });

  /** Runs `handler` twice for one event. Resolves with both errors, and the rows of the event at the end. */
  async function runTwice(handler: (tx: Tx, write: () => Promise<unknown>) => unknown) {
    const event = newEvent();
    const insert = `INSERT INTO effects VALUES ('${event.id}')`;
    const { transaction, simple, query } = ways();
    const wrapped = transaction(async (_event, { tx }) => {
      await simple(tx, insert);
      await handler(tx, () => simple(tx, insert));
    });
    const errors: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      errors.push(await run(wrapped, event).catch((error: unknown) => error));
    }
    const rows = await query(`SELECT 1 FROM effects WHERE event = '${event.id}'`);
    return { errors, rows: rows.length };
  }
  const refused = { errors: Array(2).fill(expect.any(TransactionControlError)), rows: 0 };
  const once = (rows: number) => ({ errors: [undefined, undefined], rows });

  it.each([...ENDINGS, ...ENDINGS_OF_SCRIPTS])('refuses %j', async (sql) => {
    expect(await runTwice((tx) => ways().simple(tx, sql))).toEqual(refused);
  });

  it.each([...ENDINGS, ...ENDINGS_OF_SCRIPTS])(
    'refuses %j, also when its error is caught',
    async (sql) => {
      const caught = await runTwice(async (tx) => {
        await Promise.resolve(ways().simple(tx, sql)).catch(() => {});
      });
      expect(caught).toEqual(refused);
    },
  );

  it('refuses it in whatever form it is sent', async () => {
    for (const [name, send] of Object.entries(ways().others)) {
      expect(await runTwice((tx) => send(tx, '/**/ COMMIT')), name).toEqual(refused);
    }
  });

  it.each(REFUSED_BY_THE_SERVER)('%j fails in the server, and nothing is written', async (sql) => {
    for (const send of [
      async (tx: Tx) => ways().simple(tx, sql),
      async (tx: Tx) => Promise.resolve(ways().simple(tx, sql)).catch(() => {}),
    ]) {
      const { errors, rows } = await runTwice(send);
      expect([errors[0], errors[1], rows]).toEqual([expect.any(Error), expect.any(Error), 0]);
    }
  });

  it('commits a nested BEGIN … COMMIT with the transaction', async () => {
    const nested = await runTwice(async (tx, write) => {
      const { simple } = ways();
      for (const [begin, commit] of [
        ['BEGIN', 'COMMIT'],
        ['start transaction', 'END WORK'],
      ] as const) {
        await simple(tx, begin);
        await write();
        await simple(tx, commit);
      }
    });
    expect(nested).toEqual(once(3));
  });

  it('rolls a nested BEGIN … COMMIT back with the transaction', async () => {
    const { errors, rows } = await runTwice(async (tx, write) => {
      await ways().simple(tx, 'BEGIN');
      await write();
      await ways().simple(tx, 'COMMIT');
      throw new Error('afterwards');
    });
    expect([errors, rows]).toEqual([Array(2).fill(new Error('afterwards')), 0]);
  });

  it('rolls back only what is nested, after an error too', async () => {
    const nested = await runTwice(async (tx, write) => {
      const { simple } = ways();
      await simple(tx, 'BEGIN');
      await write();
      await simple(tx, 'BEGIN');
      await write();
      await simple(tx, 'ROLLBACK');
      await write();
      await simple(tx, 'COMMIT');
      await simple(tx, 'BEGIN; SAVEPOINT mine');
      await write();
      await simple(tx, 'ROLLBACK TO mine; RELEASE mine; ROLLBACK');
      await write();
    });
    expect(nested).toEqual(once(4));
  });

  it('refuses a nested transaction that stays open', async () => {
    expect(await runTwice((tx) => ways().simple(tx, 'BEGIN'))).toEqual(refused);
  });

  it('refuses a statement after the end', async () => {
    let late: Tx | undefined;
    await run(
      ways().transaction((_event, { tx }) => {
        late = tx;
      }),
      newEvent(),
    );
    if (late === undefined) throw new Error('The handler has not run.');
    const tx = late;
    await expect(async () => ways().simple(tx, WRITE)).rejects.toThrow(/Await every statement/);
  });

  it('passes what only looks like an end', async () => {
    const passed = await runTwice(async (tx) => {
      const { simple } = ways();
      await simple(tx, `SELECT 'x; COMMIT' AS commit, CASE WHEN true THEN 1 END /* ; ROLLBACK */`);
      await simple(tx, 'SAVEPOINT commit_later');
      await simple(tx, 'ROLLBACK WORK TO SAVEPOINT commit_later');
      await simple(tx, 'RELEASE commit_later');
    });
    expect(passed).toEqual(once(1));
  });
}

describeOnServer('with pg', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
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

  it('a caught failure inside a nested transaction fails the whole', async () => {
    const handler = transactional(pool, async ({ id }, { tx }) => {
      await tx.query('BEGIN');
      await tx.query('INSERT INTO effects VALUES ($1)', [id]);
      await tx.query('SELECT 1/0').catch(() => {});
      await tx.query('COMMIT').catch(() => tx.query('ROLLBACK'));
    });
    const event = newEvent();
    await run(handler, event);
    expect(await rowsOf(event.id)).toBe(0);
  });
});

describeOnServer('with postgres.js', () => {
  let database: TestDatabase;
  let sql: Sql;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = postgres(database.url, { max: 2, onnotice: () => {} });
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
      'a file': (tx) => tx.file(new URL('support/commit.sql', import.meta.url).pathname),
    },
  }));

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
      expect(await tx.file(new URL('support/one.sql', import.meta.url).pathname)).toEqual([
        { one: 1 },
      ]);
      expect(await tx`SELECT a FROM cells`.values()).toHaveLength(2);
    });
    await run(handler, event);
    expect(await sql`SELECT b FROM cells ORDER BY a`).toEqual([{ b: 'y' }, { b: 'COMMIT' }]);
  });
});

describe('with PGlite', () => {
  let pglite: PGlite;
  beforeAll(async () => {
    pglite = await openPglite();
    await postgresStore(pglite).migrate();
  });
  afterAll(() => pglite.close());

  keepsTheTransaction<Transaction>(() => ({
    transaction: (handler) => transactional(pglite, handler),
    query: async (sql) => (await pglite.exec(sql)).at(-1)?.rows ?? [],
    simple: (tx, sql) => tx.exec(sql),
    others: {
      query: (tx, sql) => tx.query(sql),
      'a template': (tx) => tx.sql`COMMIT`,
      'a raw part of a template': (tx) => tx.sql`${raw`COMMIT`}`,
      'rollback()': (tx) => tx.rollback(),
    },
  }));
});
