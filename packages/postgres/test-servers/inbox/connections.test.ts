import type { PoolClient } from 'pg';
import postgres from 'postgres';
import { type CuttableProxy, startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { processed, startWorker, store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { until } from 'screening-webhooks-test-support/until';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFailed, vi } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import type { PostgresClient } from '../../src/index.js';
import { LINES, states, useInboxDatabase } from '../support/inbox-tables.js';
import { describeOnServer } from '../support/server.js';

const HOUR = 3_600_000;
// Nothing is found by polling.
const OPTIONS: PostgresInboxOptions = { pollInterval: HOUR, lease: HOUR };

afterEach(() => {
  vi.useRealTimers();
});

describeOnServer('the connections of a worker', () => {
  const database = useInboxDatabase();
  let proxy: CuttableProxy;
  beforeAll(async () => {
    proxy = await startProxy(SERVER.port);
    return () => proxy.close();
  });
  beforeEach(() => proxy.restore());

  const listeners = async (): Promise<number> =>
    (
      await database.admin(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'listen %'
           OR datname = current_database() AND query LIKE 'LISTEN %'`,
      )
    ).length;

  async function wakesAnIdleWorker(client: PostgresClient, sender: PostgresClient) {
    const worker = await workAndNote(postgresInbox(client, OPTIONS));
    await until(async () => (await listeners()) === 1);
    await store(postgresInbox(sender, OPTIONS), 'evt_1');
    await until(() => worker.seen.length === 1);
    await worker.stop();
  }

  it('one listens: an event that another process stores wakes an idle worker on pg', async () => {
    await wakesAnIdleWorker(database.pool(), database.pool());
    await until(async () => (await listeners()) === 0);
  });

  it('one listens: an event that another process stores wakes an idle worker on postgres.js', async () => {
    const sql = postgres(database.url, { max: 12, onnotice: () => {} });
    await wakesAnIdleWorker(sql, sql);
    await sql.end();
  });

  it('the listening one is opened again after a cut, and nothing that was stored meanwhile waits', async () => {
    const inbox = postgresInbox(database.pool({ port: proxy.port }), { ...OPTIONS, onError() {} });
    const worker = await workAndNote(inbox);
    await until(async () => (await listeners()) === 1);
    proxy.cut();
    await until(async () => (await listeners()) === 0);
    await store(postgresInbox(database.pool(), OPTIONS), 'evt_1');
    proxy.restore();
    await until(() => worker.seen.length === 1);
    await worker.stop();
  });

  it.each(['pg', 'postgres.js'])(
    'renewals of %s do not wait for the connections that handlers hold',
    async (driver) => {
      const sql = postgres(database.url, { max: 3, onnotice: () => {} });
      const pool = database.pool({ max: 3 });
      const ended = deferred();
      onTestFailed(() => ended.resolve());
      const hold =
        driver === 'pg'
          ? async () => {
              const client: PoolClient = await pool.connect();
              await ended.promise;
              client.release();
            }
          : async () => {
              await sql.begin(async () => {
                await ended.promise;
              });
            };
      const client: PostgresClient = driver === 'pg' ? pool : sql;
      const inbox = postgresInbox(client, { lease: HOUR, onError() {} });
      for (const id of ['evt_1', 'evt_2', 'evt_3']) await store(inbox, id);
      // Only the timer of the renewals, so that no lease ends on a slow machine.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      let running = 0;
      const worker = await startWorker(
        inbox,
        async () => {
          const held = hold();
          running += 1;
          await held;
          return processed;
        },
        { concurrency: 3 },
      );
      await until(() => running === 3);
      await database.admin(`UPDATE ${LINES} SET lease_end = now() + interval '10 minutes'`);
      await until(async () => {
        await vi.advanceTimersByTimeAsync(HOUR / 3);
        const [row] = await database.admin(
          `SELECT min(lease_end) > now() + interval '30 minutes' AS renewed FROM ${LINES}`,
        );
        return row?.['renewed'] === true;
      });
      ended.resolve();
      await until(async () => {
        // The worker polls by one of these timers.
        await vi.advanceTimersByTimeAsync(1000);
        return (await states(database)).every((state) => state === 'processed');
      });
      vi.useRealTimers();
      await worker.stop();
      await sql.end();
    },
  );

  it('too few: a warning names the numbers, once per pool', async () => {
    const warnings: string[] = [];
    const onError = ({ message }: Error): void => void warnings.push(message);
    const pool = database.pool({ max: 4 });
    const sql = postgres(database.url, { max: 4, onnotice: () => {} });
    for (const client of [pool, pool, sql, database.pool({ max: 5 })]) {
      const worker = await startWorker(
        postgresInbox<unknown>(client, { onError }),
        async () => processed,
        {
          concurrency: 4,
        },
      );
      await worker.stop();
    }
    await sql.end();
    expect(warnings).toEqual(
      Array(2).fill(expect.stringMatching(/4 events.*4 connections.*max: 6/)),
    );
  });
});
