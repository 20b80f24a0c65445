import { type Claim, RetryLater } from '@screening-webhooks/core';
import postgres from 'postgres';
import { type CuttableProxy, startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { silentStoreSuite } from 'screening-webhooks-test-support/stores/silent-suite';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, onTestFinished } from 'vitest';
import { postgresStore, transactional } from '../src/index.js';
import { newEvent, run, useEffectsDatabase } from './support/effect-runs.js';
import { postgresStoreUnderTest } from './support/postgres-store-under-test.js';
import { describeOnServer } from './support/server.js';

const LEASE = 600_000;
const WRITE = 'INSERT INTO effects (event) VALUES ($1)';

async function openProxy(): Promise<CuttableProxy> {
  const proxy = await startProxy(SERVER.port);
  onTestFinished(() => proxy.close());
  return proxy;
}

describeOnServer('when connections have gone silent', () => {
  const database = useEffectsDatabase();
  silentStoreSuite(postgresStoreUnderTest(database));
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
