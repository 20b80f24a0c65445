import { type EventEnvelope, PermanentError, RetryLater } from '@screening-webhooks/core';
import type { Pool } from 'pg';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it } from 'vitest';
import { EffectInProgressError, transactional } from '../src/index.js';
import { newEvent, run, useEffectsDatabase } from './support/effect-runs.js';
import { describeOnServer } from './support/server.js';

const WRITE = 'INSERT INTO effects (event) VALUES ($1)';

describeOnServer('a transaction', () => {
  const database = useEffectsDatabase();
  const { effectsOf } = database;
  let pool: Pool;
  beforeAll(async () => {
    pool = database.pool();
    await database.admin('CREATE TABLE locked (n int)');
    await database.admin('INSERT INTO locked VALUES (1)');
  });

  const write = (event: EventEnvelope, on: Pool = pool) =>
    run(
      transactional(on, ({ id }, { tx }) => tx.query(WRITE, [id])),
      event,
    );

  it('that another process holds does not keep the connections of a pool', async () => {
    const event = newEvent();
    const finished = deferred();
    const holder = run(
      transactional(database.pool(), async ({ id }, { tx }) => {
        await tx.query(WRITE, [id]);
        await finished.promise;
      }),
      event,
    );
    await until(async () => (await database.openTransactions()) === 1);
    const small = database.pool({ max: 3 });
    const again = await Promise.allSettled(Array.from({ length: 10 }, () => write(event, small)));
    for (const result of again) {
      expect(result).toEqual({ status: 'rejected', reason: expect.any(EffectInProgressError) });
      expect(result.status === 'rejected' && result.reason).toBeInstanceOf(RetryLater);
    }
    await write(newEvent(), small);
    finished.resolve();
    await holder;
    await write(event, small);
    expect(await effectsOf(event.id)).toBe(1);
  });

  it('waits for a lock for lockTimeout, and is to be delivered again', async () => {
    const other = await pool.connect();
    await other.query('BEGIN; LOCK TABLE locked');
    const event = newEvent();
    const handler = transactional(
      pool,
      async ({ id }: EventEnvelope, { tx }) => {
        await tx.query(WRITE, [id]);
        await tx.query('UPDATE locked SET n = n + 1');
      },
      { lockTimeout: 1 },
    );
    const error = await run(handler, event).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({ after: 1, cause: { code: '55P03' } });
    await other.query('ROLLBACK');
    other.release();
    expect(await effectsOf(event.id)).toBe(0);
    await run(handler, event);
    expect(await effectsOf(event.id)).toBe(1);
  });

  it('that its handler leaves idle for idleTimeout is rolled back by the server', async () => {
    const event = newEvent();
    const thawed = deferred();
    const slow = run(
      transactional(
        pool,
        async ({ id }: EventEnvelope, { tx }) => {
          await tx.query(WRITE, [id]);
          await thawed.promise;
        },
        { idleTimeout: 1 },
      ),
      event,
    );
    const ended = expect(slow).rejects.toBeInstanceOf(RetryLater);
    await until(async () => (await database.openTransactions()) === 0);
    await until(
      async () =>
        await write(event).then(
          () => true,
          () => false,
        ),
    );
    thawed.resolve();
    await ended;
    expect(await effectsOf(event.id)).toBe(1);
  });

  it('keeps its limits to itself', async () => {
    const single = database.pool({ max: 1 });
    await write(newEvent(), single);
    const { rows } = await single.query('SHOW lock_timeout');
    expect(rows).toEqual([{ lock_timeout: '0' }]);
  });

  it.each(['25006', '40001', '40P01', '53300', '55P03', '57P01', '08006'])(
    'that the server ends with %s is to be delivered again',
    async (code) => {
      const handler = transactional(pool, (_event, { tx }) =>
        tx.query(`DO 'BEGIN RAISE SQLSTATE ''${code}''; END'`),
      );
      const error = await run(handler, newEvent()).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(RetryLater);
      expect(error).toMatchObject({ cause: { code } });
    },
  );

  it('that fails for another reason rejects with that error', async () => {
    const handler = transactional(pool, (_event, { tx }) => tx.query('SELECT 1/0'));
    await expect(run(handler, newEvent())).rejects.toMatchObject({ code: '22012' });
    const later = new RetryLater({ after: 60 });
    const throwing = transactional(pool, () => Promise.reject(later));
    await expect(run(throwing, newEvent())).rejects.toBe(later);
  });

  it('whose connection is lost is to be delivered again, unless the handler has decided', async () => {
    const permanent = new PermanentError('decided');
    for (const [thrown, expected] of [
      [new Error('then'), expect.any(RetryLater)],
      [permanent, permanent],
    ]) {
      const handler = transactional(pool, async (_event, { tx }) => {
        await tx.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
        throw thrown;
      });
      const error = await run(handler, newEvent()).catch((reason: unknown) => reason);
      expect(error).toEqual(expected);
    }
  });

  it('on a server that became a standby, or is not there, is to be delivered again', async () => {
    const standby = database.pool({ options: '-c default_transaction_read_only=on' });
    const down = database.pool({ port: 1 });
    for (const [on, code] of [
      [standby, '25006'],
      [down, 'ECONNREFUSED'],
    ] as const) {
      const error = await write(newEvent(), on).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(RetryLater);
      expect(error).toMatchObject({ cause: { code } });
    }
  });
});
