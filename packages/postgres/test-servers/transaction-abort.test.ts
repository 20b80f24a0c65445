import { type EventEnvelope, type Handler, RetryLater } from '@screening-webhooks/core';
import type { Pool } from 'pg';
import postgres from 'postgres';
import { startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { TransactionControlError, transactional } from '../src/index.js';
import { newEvent, run, useEffectsDatabase } from './support/effect-runs.js';
import { describeOnServer } from './support/server.js';

const WRITE = 'INSERT INTO effects (event) VALUES ($1)';
const never = new Promise<never>(() => {});

describeOnServer('a transaction', () => {
  const database = useEffectsDatabase();
  const { effectsOf } = database;
  const sleeping = async () =>
    (
      await database.admin(`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'PgSleep'`)
    ).length;
  const writing = (on: Pool) => transactional(on, ({ id }, { tx }) => tx.query(WRITE, [id]));

  /** Aborts the first handler in its transaction, after which the second must have its effect. */
  async function expectRollback(
    hanging: Handler<EventEnvelope>,
    again: Handler<EventEnvelope>,
  ): Promise<void> {
    const event = newEvent();
    const abort = new AbortController();
    const aborted = run(hanging, event, abort.signal);
    await until(async () => (await database.openTransactions()) === 1);
    abort.abort(new Error('lost'));
    await expect(aborted).rejects.toThrow('lost');
    await until(async () => (await database.openTransactions()) === 0);
    await run(again, event);
    expect(await effectsOf(event.id)).toBe(1);
  }

  it.each(['runs a statement', 'does something else'])(
    'is rolled back when the signal aborts while the handler %s',
    async (what) => {
      const pool = database.pool();
      const hanging = transactional(pool, async ({ id }, { tx }) => {
        await tx.query(WRITE, [id]);
        if (what === 'runs a statement') await tx.query('SELECT pg_sleep(600)');
        await never;
      });
      await expectRollback(hanging, writing(pool));
    },
  );

  it.each(['runs a statement', 'does something else'])(
    'of postgres.js is rolled back when the signal aborts while the handler %s',
    async (what) => {
      const sql = postgres(database.url, { max: 1, onnotice: () => {} });
      const hanging = transactional(sql, async ({ id }, { tx }) => {
        await tx`INSERT INTO effects VALUES (${id})`;
        if (what === 'runs a statement') await tx`SELECT pg_sleep(600)`;
        await never;
      });
      // Its only connection is free again.
      const again = transactional(sql, ({ id }, { tx }) => tx`INSERT INTO effects VALUES (${id})`);
      await expectRollback(hanging, again);
      await sql.end();
    },
  );

  it('of postgres.js is rolled back though the first request to cancel is lost', async () => {
    const proxy = await startProxy(SERVER.port);
    const url = new URL(database.url);
    url.host = `127.0.0.1:${proxy.port}`;
    const sql = postgres(url.href, { max: 1, onnotice: () => {} });
    const event = newEvent();
    const abort = new AbortController();
    const aborted = run(
      transactional(sql, (_event, { tx }) => tx`SELECT pg_sleep(600)`),
      event,
      abort.signal,
    );
    await until(async () => (await sleeping()) === 1);
    proxy.loseNext(isCancel);
    abort.abort(new Error('lost'));
    await expect(aborted).rejects.toThrow('lost');
    await until(async () => (await database.openTransactions()) === 0);
    await sql.end();
    proxy.close();
  });

  it('of postgres.js whose connection is lost sends nothing more, even if the handler goes on', async () => {
    const sql = postgres(database.url, { max: 1, onnotice: () => {}, backoff: false });
    const event = newEvent();
    const started = deferred();
    const lost = deferred();
    const late = deferred<unknown>();
    // Awaited from the start: it may fail before the statement that ends the connection has its answer.
    const failed = expect(
      run(
        transactional(sql, async ({ id }, { tx }) => {
          started.resolve();
          await lost.promise;
          late.resolve(
            await tx`INSERT INTO effects VALUES (${id})`.catch((error: unknown) => error),
          );
          throw new Error('late');
        }),
        event,
      ),
    ).rejects.toBeInstanceOf(RetryLater);
    await started.promise;
    await database.admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`);
    await failed;
    // Another statement connects again, on the same connection object.
    await sql`SELECT 1`;
    lost.resolve();
    expect(await late.promise).toBeInstanceOf(TransactionControlError);
    await sql`SELECT 1`;
    expect(await effectsOf(event.id)).toBe(0);
    await sql.end();
  });

  it.each(['throws', 'catches'])(
    'of postgres.js whose connection is lost during a statement fails, if the handler %s',
    async (what) => {
      const sql = postgres(database.url, { max: 1, onnotice: () => {}, backoff: false });
      const event = newEvent();
      const failed = run(
        transactional(sql, async (_event, { tx }) => {
          const ending = tx`SELECT pg_terminate_backend(pg_backend_pid())`;
          if (what === 'throws') await ending;
          else await ending.catch(() => {});
        }),
        event,
      );
      await expect(failed).rejects.toBeInstanceOf(RetryLater);
      // The driver fails the first statement of the next connection with the error that ended the last, and its result
      // begins with a row that is undefined.
      await sql`SELECT 1`.catch(() => {});
      expect((await sql`SELECT 1 AS one`).at(-1)).toEqual({ one: 1 });
      await sql.end();
    },
  );

  it('that waits for a connection ends when the signal aborts', async () => {
    const single = database.pool({ max: 1 });
    const held = await single.connect();
    const abort = new AbortController();
    const waiting = run(
      transactional(single, () => {}),
      newEvent(),
      abort.signal,
    );
    abort.abort(new Error('lost'));
    await expect(waiting).rejects.toThrow('lost');
    held.release();
    await run(writing(single), newEvent());
  });
});

// https://www.postgresql.org/docs/current/protocol-message-formats.html, CancelRequest
function isCancel(message: Buffer): boolean {
  return message.length === 16 && message.readInt32BE(4) === 80877102;
}
