import { type Claim, createReceiver, type DedupeStore, RetryLater } from '@screening-webhooks/core';
import type { Pool } from 'pg';
import postgres from 'postgres';
import { type CuttableProxy, startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { uncompared } from 'screening-webhooks-test-support/kept';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { until } from 'screening-webhooks-test-support/until';
import { afterEach, beforeEach, expect, it, onTestFailed, onTestFinished, vi } from 'vitest';
import { postgresStore, transactional } from '../src/index.js';
import { deliver, SECRET } from './support/deliveries.js';
import { newEvent, run, useEffectsDatabase } from './support/effect-runs.js';
import { describeOnServer } from './support/server.js';

// A statement that never has an answer keeps its limit of up to a minute.
uncompared.add('Timeout');

const LEASE = 600_000;
const LIMIT = 5000;
const WRITE = 'INSERT INTO effects (event) VALUES ($1)';

async function openProxy(): Promise<CuttableProxy> {
  const proxy = await startProxy(SERVER.port);
  onTestFinished(() => proxy.close());
  return proxy;
}

describeOnServer('connections that have gone silent', () => {
  const database = useEffectsDatabase();
  let proxy: CuttableProxy;
  let pool: Pool;
  beforeEach(async () => {
    proxy = await openProxy();
    // None is closed because it idles.
    pool = database.pool({ port: proxy.port, idleTimeoutMillis: 0 });
  });
  // Limits end when a test moves the clock; the connections are real.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Opens three connections of the pool. */
  async function warmUp(): Promise<void> {
    const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    for (const client of clients) client.release();
    // They are older than anything that follows.
    await vi.advanceTimersByTimeAsync(1);
  }

  /** Moves the clock to the end of the limit. */
  const passLimit = () => vi.advanceTimersByTimeAsync(LIMIT);

  function receiverWith(dedupe: DedupeStore, handler: (run: number) => unknown = () => {}) {
    const id = `evt_${crypto.randomUUID()}`;
    let runs = 0;
    const receiver = createReceiver({
      secret: SECRET,
      dedupe,
      lease: LEASE,
      ackTimeout: 12_000,
      handlers: {
        '*': () => {
          runs += 1;
          return handler(runs);
        },
      },
    });
    return { id, runs: () => runs, deliver: () => deliver(receiver, id) };
  }

  it('a claim ends at its limit, and all that are as old are destroyed', async () => {
    const store = postgresStore(pool);
    await warmUp();
    proxy.silence();
    const failed = expect(store.claim('k', 'a', LEASE)).rejects.toThrow(
      'PostgreSQL did not answer within 5000 ms.',
    );
    await passLimit();
    await failed;
    expect(pool.totalCount).toBe(2);
    // At once: the clock does not move.
    expect(await store.claim('k', 'b', LEASE)).toBe('acquired');
    expect(pool.totalCount).toBe(1);
  });

  it.each(['extend', 'commit', 'release'] as const)('a %s ends at its limit', async (operation) => {
    const store = postgresStore(pool);
    await store.claim(operation, 'a', LEASE);
    await vi.advanceTimersByTimeAsync(1);
    proxy.silence();
    const failed = expect(store[operation](operation, 'a', LEASE)).rejects.toThrow(
      'PostgreSQL did not answer within 5000 ms.',
    );
    await passLimit();
    await failed;
    expect(await store[operation](operation, 'a', LEASE)).toBe(true);
  });

  it('a claim does not wait for a pool whose connections are all in use', async () => {
    const single = database.pool({ max: 1 });
    const held = await single.connect();
    onTestFailed(() => held.release());
    const failed = expect(postgresStore(single).claim('k', 'a', LEASE)).rejects.toThrow(
      'The pool of connections did not answer within 5000 ms.',
    );
    await passLimit();
    await failed;
    held.release();
    // What it has waited for goes back to the pool.
    await until(() => single.idleCount === 1 && single.waitingCount === 0);
  });

  it('the delivery is unavailable, no handler runs, and the next one is processed', async () => {
    const { deliver, runs } = receiverWith(postgresStore(pool));
    await warmUp();
    proxy.silence();
    const delivered = deliver();
    await until(() => pool.idleCount === 2);
    await passLimit();
    expect([await delivered, runs()]).toEqual(['unavailable', 0]);
    expect([await deliver(), runs()]).toEqual(['processed', 1]);
  });

  it('a claim whose reply was lost is released, so that it holds up nobody', async () => {
    const { id, deliver, runs } = receiverWith(postgresStore(pool));
    await warmUp();
    proxy.silence('replies');
    const delivered = deliver();
    const claims = () =>
      database.admin('SELECT 1 FROM screening_webhook_claims WHERE strpos(key, $1) > 0', [id]);
    await until(async () => (await claims()).length === 1);
    await passLimit();
    expect(await delivered).toBe('unavailable');
    await until(async () => (await claims()).length === 0);
    expect([await deliver(), runs()]).toEqual(['processed', 1]);
  });

  it('a commit is made again on another connection', async () => {
    const { deliver, runs } = receiverWith(postgresStore(pool), () => proxy.silence());
    const delivered = deliver();
    await until(() => runs() === 1);
    await until(async () => {
      await vi.advanceTimersByTimeAsync(100);
      const passed = new Promise<boolean>((resolve) => setImmediate(resolve, false));
      return Promise.race([delivered.then(() => true), passed]);
    });
    expect([await delivered, await deliver(), runs()]).toEqual(['processed', 'duplicate', 1]);
  });
});

describeOnServer('a transaction whose connection has gone silent', () => {
  const database = useEffectsDatabase();
  const { effectsOf } = database;
  // The server ends the transaction at the idle timeout, and this is noticed within the timeout.
  const limits = { timeout: 1000, lockTimeout: 500, idleTimeout: 500 };

  /** Runs a handler until a busy machine gives it time. */
  async function runInTime(
    handler: (event: ReturnType<typeof newEvent>) => Promise<void>,
    event: ReturnType<typeof newEvent>,
  ) {
    await until(() =>
      handler(event).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RetryLater) return false;
          throw error;
        },
      ),
    );
  }

  it.each(['runs a statement', 'commits', 'has thrown'])(
    'ends as RetryLater while it %s, and the next run has the effect once',
    async (what) => {
      const proxy = await openProxy();
      const pool = database.pool({ port: proxy.port });
      const event = newEvent();
      const began = deferred();
      const failed = run(
        transactional(
          pool,
          async ({ id }, { tx }) => {
            await tx.query(WRITE, [id]);
            proxy.silence();
            began.resolve();
            if (what === 'runs a statement') await tx.query('SELECT 1');
            if (what === 'has thrown') throw new RetryLater({ after: 1 });
          },
          limits,
        ),
        event,
      );
      await expect(failed).rejects.toBeInstanceOf(RetryLater);
      await began.promise;
      // The one of the transaction is destroyed.
      expect(pool.totalCount - pool.idleCount).toBe(0);
      const again = transactional(pool, ({ id }, { tx }) => tx.query(WRITE, [id]), limits);
      await runInTime((each) => run(again, each), event);
      expect(await effectsOf(event.id)).toBe(1);
    },
  );

  it('of postgres.js ends as RetryLater, and the next run has the effect once', async () => {
    const proxy = await openProxy();
    const sql = postgres(database.url.replace('5432', String(proxy.port)), {
      max: 1,
      onnotice: () => {},
    });
    onTestFinished(() => sql.end({ timeout: 0 }));
    const event = newEvent();
    const failed = run(
      transactional(
        sql,
        async ({ id }, { tx }) => {
          await tx`INSERT INTO effects VALUES (${id})`;
          proxy.silence();
          await tx`SELECT 1`;
        },
        limits,
      ),
      event,
    );
    await expect(failed).rejects.toBeInstanceOf(RetryLater);
    const again = transactional(
      sql,
      ({ id }, { tx }) => tx`INSERT INTO effects VALUES (${id})`,
      limits,
    );
    await runInTime((each) => run(again, each), event);
    expect(await effectsOf(event.id)).toBe(1);
  });
});

describeOnServer('connections of postgres.js that have gone silent', () => {
  const database = useEffectsDatabase();

  it('a claim ends at its limit, and later ones have other connections', async () => {
    const proxy = await openProxy();
    const url = database.url.replace('5432', String(proxy.port));
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    onTestFinished(() => sql.end({ timeout: 0 }));
    const store = postgresStore(sql, { timeout: 1000 });
    await store.claim('warm-up', 'a', LEASE);
    proxy.silence();
    await expect(store.claim('k', 'a', LEASE)).rejects.toThrow('did not answer within 1000 ms.');
    const isAcquired = (claim: Claim): boolean => claim === 'acquired';
    await until(() => store.claim('k', 'b', LEASE).then(isAcquired, () => false));
  });
});
