import {
  createReceiver,
  type DedupeStore,
  type EventEnvelope,
  type Handler,
  PermanentError,
  RetryLater,
  resultId,
} from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { mysqlTable, varchar } from 'drizzle-orm/mysql-core';
import { drizzle } from 'drizzle-orm/mysql2';
import type { Pool, PoolConnection } from 'mysql2/promise';
import { startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  EffectInProgressError,
  mysqlStore,
  TransactionControlError,
  transactional,
} from '../src/index.js';
import { describeOnServer, useTestDatabase } from './support/server.js';
import { interceptQueries } from './support/spied-pool.js';

const SECRET = 'whsec_mysql';
// Only ends a hang.
const timeout = 60_000;

const newEvent = (): EventEnvelope =>
  fixture('document_verification.recorded', { id: `evt_${crypto.randomUUID()}` });

/** Runs a handler as a receiver would. */
const run = async (
  handler: Handler<EventEnvelope>,
  event: EventEnvelope,
  signal: AbortSignal = new AbortController().signal,
): Promise<unknown> => handler(event, { signal, framework: undefined });

const errorOf = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => undefined,
    (error: unknown) => error,
  );

describeOnServer('transactional', () => {
  const database = useTestDatabase();
  const { admin } = database;
  let pool: Pool;
  beforeAll(async () => {
    pool = database.pool();
    await mysqlStore(pool).migrate();
    await admin('CREATE TABLE effects (event VARCHAR(99) NOT NULL) ENGINE = InnoDB');
    await admin('CREATE TABLE locked (n INT PRIMARY KEY) ENGINE = InnoDB');
    await admin('INSERT INTO locked VALUES (1), (2)');
    await admin('CREATE PROCEDURE commit_inside() COMMIT');
    await admin("CREATE PROCEDURE set_inside() SET SESSION sql_mode = 'ANSI'");
    await admin("CREATE PROCEDURE write_inside() INSERT INTO effects VALUES ('procedure')");
  });

  const effectsOf = async (event: EventEnvelope): Promise<number> =>
    (await admin(`SELECT 1 FROM effects WHERE event = '${event.id}'`)).length;
  // Compares the statement, because the package sends its own statements first.
  const isRunning = async (sql: string): Promise<boolean> =>
    (await database.running()).some(({ info }) => info === sql);
  const write = (tx: PoolConnection, event: EventEnvelope) =>
    tx.query('INSERT INTO effects VALUES (?)', [event.id]);

  /** A handler that writes, and then calls `then`. */
  const writing = (
    then: (tx: PoolConnection, event: EventEnvelope) => unknown = () => {},
    on: Pool = pool,
  ) =>
    transactional(
      on,
      async (event: EventEnvelope, { tx }) => {
        await write(tx, event);
        await then(tx, event);
      },
      { timeout },
    );

  /** Expects that the ended handlers have returned their connections and locks: the next run writes. */
  async function expectNothingHeld(event: EventEnvelope): Promise<void> {
    const sizeOf = (queue: string): number => Reflect.get(pool.pool, queue).length;
    expect(sizeOf('_allConnections')).toBe(sizeOf('_freeConnections'));
    // The server may still be rolling back a killed session.
    await until(async () => {
      const error = await errorOf(run(writing(), event));
      if (error && !(error instanceof RetryLater)) throw error;
      return error === undefined;
    });
    expect(await effectsOf(event)).toBe(1);
  }

  it('writes once, whatever the store says', async () => {
    let runs = 0;
    const forgetful: DedupeStore = {
      claim: () => 'acquired',
      extend: () => true,
      commit: () => true,
      release: () => true,
    };
    const receiver = createReceiver({
      secret: SECRET,
      dedupe: forgetful,
      handlers: {
        '*': writing(() => {
          runs += 1;
        }),
      },
    });
    const event = newEvent();
    for (let time = 0; time < 3; time += 1) {
      const { request } = await sign(event, { secret: SECRET });
      expect((await receiver.fetch(request('http://hooks.test/'))).status).toBe(200);
    }
    expect([await effectsOf(event), runs]).toEqual([1, 1]);
  });

  it.each([
    new Error('after the write'),
    new PermanentError('decided'),
    new RetryLater({ after: 9 }),
  ])('a handler that throws %s leaves nothing, and the next run writes', async (thrown) => {
    const event = newEvent();
    const failing = writing(() => {
      throw thrown;
    });
    expect(await errorOf(run(failing, event))).toBe(thrown);
    expect(await effectsOf(event)).toBe(0);
    await expectNothingHeld(event);
  });

  it('concurrent runs write once, and the others are to be delivered again at once', async () => {
    const event = newEvent();
    const began = deferred();
    const finished = deferred();
    const first = run(
      writing(() => {
        began.resolve();
        return finished.promise;
      }),
      event,
    );
    await began.promise;
    const small = database.pool({ connectionLimit: 2 });
    const others = await Promise.all(
      Array.from({ length: 8 }, () => errorOf(run(writing(undefined, small), event))),
    );
    for (const error of others) expect(error).toBeInstanceOf(EffectInProgressError);
    // They hold no connection, so another event does not wait.
    await run(writing(undefined, small), newEvent());
    finished.resolve();
    await first;
    await run(writing(), event);
    expect(await effectsOf(event)).toBe(1);
    const event2 = newEvent();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => errorOf(run(writing(), event2))),
    );
    expect(results.filter((error) => error && !(error instanceof RetryLater))).toEqual([]);
    expect(await effectsOf(event2)).toBe(1);
  });

  it('a second run whose lock was lost writes nothing, and succeeds', async () => {
    const event = newEvent();
    await run(
      writing(async (tx) => {
        await tx.query('DO RELEASE_ALL_LOCKS()');
        await run(
          transactional(pool, (each: EventEnvelope, { tx: other }) => write(other, each)),
          event,
        );
      }),
      event,
    );
    expect(await effectsOf(event)).toBe(1);
  });

  it.each([
    'COMMIT',
    ' commit work ;',
    'ROLLBACK',
    '/* x */ -- y\n COMMIT',
    '# x\n/*!COMMIT*/',
    '/*!50001 CREATE TABLE never (a INT) */',
    '/*M!100100 COMMIT */',
    'COMMIT AND CHAIN',
    'COMMIT RELEASE',
    'START TRANSACTION READ ONLY',
    'CREATE TABLE never (a INT)',
    'ALTER TABLE locked ADD m INT',
    'DROP TABLE locked',
    'TRUNCATE locked',
    'RENAME TABLE locked TO never',
    'LOCK TABLES locked WRITE',
    'GRANT SELECT ON *.* TO root',
    'ANALYZE TABLE locked',
    'SET autocommit = 1',
    'SET @a = 1, @@SESSION.autocommit = 0',
    'SET @@completion_type = 1',
    "SET PASSWORD = ''",
    'LOAD INDEX INTO CACHE locked',
    'XA START 1',
    'USE mysql',
  ])('refuses %j, also when its error is caught', async (sql) => {
    for (const isCaught of [false, true]) {
      const event = newEvent();
      const ending = writing(async (tx) => {
        await tx.query(sql).catch((error: unknown) => {
          if (!isCaught) throw error;
        });
        await write(tx, event).catch(() => {});
      });
      expect(await errorOf(run(ending, event))).toBeInstanceOf(TransactionControlError);
      expect(await effectsOf(event)).toBe(0);
      await expectNothingHeld(event);
    }
  });

  it.each<[string, (tx: PoolConnection) => Promise<unknown>]>([
    ['an object', (tx) => tx.query({ sql: 'COMMIT' })],
    ['execute()', (tx) => tx.execute('ROLLBACK')],
    ['prepare()', (tx) => tx.prepare('COMMIT')],
    ['commit()', (tx) => tx.commit()],
    ['rollback()', (tx) => tx.rollback()],
    ['end()', (tx) => tx.end()],
    ['reset()', (tx) => tx.reset()],
    ['changeUser()', (tx) => tx.changeUser({})],
  ])('refuses an end by %s', async (_name, end) => {
    const event = newEvent();
    const ending = writing((tx) => end(tx).catch(() => {}));
    expect(await errorOf(run(ending, event))).toBeInstanceOf(TransactionControlError);
    await expectNothingHeld(event);
  });

  it.each(['CALL commit_inside()', "EXECUTE IMMEDIATE 'COMMIT'", 'SELECT 1; COMMIT; SELECT 1'])(
    'finds out that %j has committed, and does not take the event for done',
    async (sql) => {
      const event = newEvent();
      const ending = writing(
        async (tx) => {
          await tx.query(sql).catch(() => {});
          // Without an open transaction, the write would commit by itself.
          if (!sql.startsWith('SELECT')) await write(tx, event).catch(() => {});
        },
        database.pool({ multipleStatements: true }),
      );
      expect(await errorOf(run(ending, event))).toBeInstanceOf(TransactionControlError);
      // The rows from before the commit.
      expect(await effectsOf(event)).toBe(1);
      await run(writing(), event);
      expect(await effectsOf(event)).toBe(2);
    },
  );

  it('passes what only looks like an end', async () => {
    const event = newEvent();
    const handler = writing(async (tx) => {
      await tx.query("SELECT 'x; COMMIT' AS `commit` /* ; ROLLBACK */ -- COMMIT");
      await tx.query('/* a */ (SELECT 1)');
      await tx.query('CREATE TEMPORARY TABLE mine (a INT)');
      await tx.query('DROP TEMPORARY TABLE mine');
      await tx.query('SET @a = 1');
      await tx.query('CALL write_inside()');
      await tx.execute('SELECT ?', [1]);
      await tx.query('SAVEPOINT commit_later');
      await tx.query('ROLLBACK WORK TO SAVEPOINT commit_later');
      await tx.query('RELEASE SAVEPOINT commit_later');
      const prepared = await tx.prepare('SELECT ? AS n');
      await prepared.execute([1]);
      await prepared.close();
      tx.release();
    });
    await run(handler, event);
    expect(await effectsOf(event)).toBe(1);
    expect(await admin("SELECT 1 FROM effects WHERE event = 'procedure'")).toHaveLength(1);
  });

  it('makes savepoints of nested transactions', async () => {
    const event = newEvent();
    const handler = transactional(pool, async (each: EventEnvelope, { tx }) => {
      await tx.beginTransaction();
      await write(tx, each);
      await tx.query('BEGIN');
      await write(tx, each);
      await tx.query('ROLLBACK');
      await tx.query('START TRANSACTION');
      await write(tx, each);
      await tx.commit();
      await tx.query('COMMIT WORK');
      await tx.query('begin');
      await write(tx, each);
      await tx.rollback();
    });
    await run(handler, event);
    expect(await effectsOf(event)).toBe(2);
    const open = await errorOf(
      run(
        writing((tx) => tx.beginTransaction()),
        newEvent(),
      ),
    );
    expect(open).toBeInstanceOf(TransactionControlError);
    expect(String(open)).toContain('neither committed nor rolled it back');
  });

  it('works through Drizzle, with its nested transactions', async () => {
    const effects = mysqlTable('effects', { event: varchar('event', { length: 99 }) });
    const handler = transactional(pool, async ({ id }: EventEnvelope, { tx }) => {
      const db = drizzle({ client: tx });
      await db.transaction(async (nested) => {
        await nested.insert(effects).values({ event: id });
      });
      const undone = db.transaction(async (nested) => {
        await nested.insert(effects).values({ event: id });
        nested.rollback();
      });
      await undone.catch(() => {});
    });
    const event = newEvent();
    await run(handler, event);
    await run(handler, event);
    expect(await effectsOf(event)).toBe(1);
  });

  it('an error that nobody awaits fails the handler, and not the process', async () => {
    const event = newEvent();
    const careless = writing((tx) => void tx.query('COMMIT'));
    expect(await errorOf(run(careless, event))).toBeInstanceOf(TransactionControlError);
    await expectNothingHeld(event);
  });

  it('refuses a statement after the end', async () => {
    let late: PoolConnection | undefined;
    await run(
      writing((tx) => {
        late = tx;
      }),
      newEvent(),
    );
    await expect(late?.query('SELECT 1')).rejects.toThrow(/Await every statement/);
  });

  it('a deadlock is to be delivered again, and nothing more is written, when its error is caught', async () => {
    const event = newEvent();
    const lock = (n: number) => `SELECT n FROM locked WHERE n = ${n} FOR UPDATE`;
    const other = await pool.getConnection();
    await other.query('BEGIN');
    // InnoDB fails the transaction that has changed fewer rows.
    await other.query(`INSERT INTO locked SELECT seq FROM seq_10_to_40`);
    await other.query(lock(2));
    const handler = writing(async (tx) => {
      await tx.query(lock(1));
      const waiting = tx.query(lock(2)).catch(() => {});
      await until(() => isRunning(lock(2)));
      await other.query(lock(1));
      await waiting;
      await write(tx, event).catch(() => {});
    });
    const error = await errorOf(run(handler, event));
    await other.query('ROLLBACK');
    other.release();
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({ cause: { errno: 1213 } });
    expect(await effectsOf(event)).toBe(0);
    await expectNothingHeld(event);
  });

  it('a lock timeout with innodb_rollback_on_timeout ends the transaction, also when it is caught', async () => {
    const event = newEvent();
    const release = await database.lock('SELECT n FROM locked WHERE n = 1');
    const handler = (on: Pool) =>
      writing(async (tx) => {
        await tx.query('SELECT n FROM locked WHERE n = 1 FOR UPDATE').catch(() => {});
        await write(tx, event).catch(() => {});
      }, on);
    // The server's default: only the statement is rolled back.
    const waitBriefly = (on: Pool): Pool =>
      on.on(
        'connection',
        (connection) => void connection.query('SET SESSION innodb_lock_wait_timeout = 1'),
      );
    await run(handler(waitBriefly(database.pool())), event);
    expect(await effectsOf(event)).toBe(2);

    const other = newEvent();
    const rollingBack = rollsBackOnTimeout(waitBriefly(database.pool()));
    const writesOther = writing(async (tx) => {
      await tx.query('SELECT n FROM locked WHERE n = 1 FOR UPDATE').catch(() => {});
      await write(tx, other).catch(() => {});
    }, rollingBack);
    const error = await errorOf(run(writesOther, other));
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({ cause: { errno: 1205 } });
    expect(await effectsOf(other)).toBe(0);
    await release();
    await expectNothingHeld(other);
  });

  it.each([
    'SET NAMES latin1',
    'SET SESSION sql_select_limit = 0',
    'SET @@foreign_key_checks = 0',
    'CREATE TEMPORARY TABLE screening_webhook_claims (a INT)',
    "SELECT GET_LOCK('of the handler', 0)",
    "PREPARE later FROM 'SELECT 1'",
    'CALL set_inside()',
  ])('%j of a handler does not outlive it, and what the pool has set stays', async (sql) => {
    const one = database.pool({ connectionLimit: 1 });
    one.on('connection', (connection) => void connection.query("SET SESSION time_zone = '+01:00'"));
    const session = async (): Promise<unknown> =>
      (
        await one.query(
          `SELECT @@time_zone, @@sql_select_limit, @@foreign_key_checks, @@character_set_client, @@sql_mode,
            IS_FREE_LOCK('of the handler') AS free, (SELECT COUNT(*) FROM screening_webhook_claims) > 0 AS claimed`,
        )
      )[0];
    await run(writing(undefined, one), newEvent());
    const before = await session();
    const [event, failed] = [newEvent(), newEvent()];
    await run(
      writing((tx) => tx.query(sql), one),
      event,
    );
    expect(await session()).toEqual(before);
    const failing = writing(async (tx) => {
      await tx.query(sql);
      throw new Error('after it');
    }, one);
    expect(String(await errorOf(run(failing, failed)))).toBe('Error: after it');
    expect(await session()).toEqual(before);
    await run(writing(undefined, one), event);
    expect([await effectsOf(event), await effectsOf(failed)]).toEqual([1, 0]);
  });

  it('a handler that changes nothing of its session keeps the connection', async () => {
    const one = database.pool({ connectionLimit: 1 });
    const ids = new Set<unknown>();
    for (let times = 0; times < 3; times += 1) {
      await run(
        writing((tx) => ids.add(tx.threadId), one),
        newEvent(),
      );
    }
    expect(ids.size).toBe(1);
  });

  it('an aborted signal rolls back at once, also while a statement runs', async () => {
    const event = newEvent();
    const claimed = new AbortController();
    const lock = 'SELECT n FROM locked WHERE n = 1 FOR UPDATE';
    const other = await pool.getConnection();
    await other.query('BEGIN');
    await other.query(lock);
    // While it waits for a lock, the server does not notice that the connection is gone.
    const handler = writing(async (tx) => {
      await tx.query('SET SESSION innodb_lock_wait_timeout = 600');
      await tx.query(lock);
    });
    const failed = errorOf(run(handler, event, claimed.signal));
    await until(() => isRunning(lock));
    const reason = new Error('lost');
    claimed.abort(reason);
    expect(await failed).toBe(reason);
    await until(async () => (await database.running()).length === 0);
    await other.query('ROLLBACK');
    other.release();
    await expectNothingHeld(event);
  });

  it('a connection that is killed, or goes silent at the end, is to be delivered again', async () => {
    const event = newEvent();
    const killed = writing((tx) => admin(`KILL ${tx.threadId}`).then(() => tx.query('SELECT 1')));
    expect(await errorOf(run(killed, event))).toBeInstanceOf(RetryLater);
    await expectNothingHeld(event);

    const proxy = await startProxy(MYSQL.port);
    onTestFinished(() => proxy.close());
    const silent = database.pool({ port: proxy.port });
    const other = newEvent();
    const handler = transactional(
      silent,
      async (each: EventEnvelope, { tx }) => {
        await write(tx, each);
        proxy.silence();
      },
      { timeout: 300 },
    );
    expect(await errorOf(run(handler, other))).toBeInstanceOf(RetryLater);
    expect(Reflect.get(silent.pool, '_allConnections').length).toBe(0);
    proxy.cut();
    await expectNothingHeld(other);
  });

  it('has one effect per key and name, and says how to create a missing table', async () => {
    const webhook = fixture('document_verification.recorded', { id: 'evt_result' });
    const poll = { ...webhook, id: resultId(webhook), source: 'poll' } as const;
    const names: string[] = [];
    for (const name of ['mail', 'crm']) {
      const handler = transactional(pool, () => void names.push(name), { name, key: resultId });
      for (const event of [webhook, poll, { ...webhook, id: 'evt_again' }])
        await run(handler, event);
    }
    expect(names).toEqual(['mail', 'crm']);
    // @ts-expect-error A JavaScript caller can pass it.
    expect(() => transactional(pool, () => {}, { key: 'result' })).toThrow(/key: expected/);
    const nowhere = transactional(pool, () => {}, { table: 'nowhere' });
    await expect(run(nowhere, webhook)).rejects.toThrow(/table nowhere is missing.*migrate\(\)/);
    const own = transactional(pool, (_event, { tx }) => tx.query('SELECT 1 FROM of_the_user'));
    await expect(run(own, newEvent())).rejects.toThrow(/of_the_user/);
  });

  it.each(['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'])(
    'is right in %s',
    async (level) => {
      const set = database.pool();
      set.on(
        'connection',
        (connection) => void connection.query(`SET SESSION TRANSACTION ISOLATION LEVEL ${level}`),
      );
      const event = newEvent();
      const runs = Array.from({ length: 12 }, () => errorOf(run(writing(undefined, set), event)));
      for (const error of await Promise.all(runs)) {
        if (error !== undefined) expect(error).toBeInstanceOf(RetryLater);
      }
      expect(await effectsOf(event)).toBe(1);
      // The record is kept until its retention ends.
      await admin(
        "UPDATE screening_webhook_claims SET expires_at = 1 WHERE claim_key LIKE '%effect:%'",
      );
      await run(writing(undefined, set), event);
      expect(await effectsOf(event)).toBe(2);
    },
  );
});

/** Simulates `innodb_rollback_on_timeout`, which a server only reads at its start: rolls back before it answers 1205. */
function rollsBackOnTimeout(pool: Pool): Pool {
  return interceptQueries(pool, async (connection, options) => {
    if (options.sql.includes('@@innodb_rollback_on_timeout')) return [[{ whole: 1 }], []];
    try {
      return await connection.query(options);
    } catch (error) {
      if (Object(error).errno === 1205) await connection.query('ROLLBACK');
      throw error;
    }
  });
}
