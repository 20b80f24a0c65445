import postgres from 'postgres';
import { startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { processed, startWorker, store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { uncompared } from 'screening-webhooks-test-support/kept';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, onTestFinished } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import type { PostgresClient } from '../../src/index.js';
import { states, useInboxDatabase } from '../support/inbox-tables.js';
import { describeOnServer } from '../support/server.js';

const HOUR = 3_600_000;
const TIMEOUT = 1000;

// A statement that never has an answer keeps its limit of up to a minute.
uncompared.add('Timeout');

describeOnServer('a worker whose connections have gone silent', () => {
  const database = useInboxDatabase();

  async function silentWorld(driver: 'pg' | 'postgres.js') {
    const proxy = await startProxy(SERVER.port);
    onTestFinished(() => proxy.close());
    const errors: Error[] = [];
    const sql = postgres(database.url.replace('5432', String(proxy.port)), {
      max: 1,
      onnotice: () => {},
    });
    onTestFinished(async () => {
      proxy.close();
      await sql.end({ timeout: 0 });
    });
    const client: PostgresClient =
      driver === 'pg' ? database.pool({ port: proxy.port, idleTimeoutMillis: 0 }) : sql;
    const createInbox = (options: PostgresInboxOptions) =>
      postgresInbox(client, {
        timeout: TIMEOUT,
        onError: (error) => errors.push(error),
        ...options,
      });
    const others = postgresInbox(database.pool(), { pollInterval: HOUR, lease: HOUR });
    const isTold = () => errors.some(({ name }) => name === 'NoAnswerError');
    return { proxy, createInbox, others, isTold };
  }

  it.each(['pg', 'postgres.js'] as const)(
    'runs an acked event on %s, and tells onError',
    async (driver) => {
      const { proxy, createInbox, others, isTold } = await silentWorld(driver);
      const worker = await workAndNote(createInbox({}));
      await store(others, 'evt_1');
      await until(() => worker.seen.length === 1);
      proxy.silence();
      await store(others, 'evt_2');
      await until(() => worker.seen.includes('evt_2'));
      await until(isTold);
      await worker.stop();
    },
  );

  it('records what a handler has done', async () => {
    const { proxy, createInbox, others, isTold } = await silentWorld('pg');
    let runs = 0;
    await startWorker(createInbox({ lease: HOUR }), async () => {
      runs += 1;
      proxy.silence();
      return processed;
    });
    await store(others, 'evt_1');
    await until(async () => (await states(database))[0] === 'processed');
    await until(isTold);
    expect(runs).toBe(1);
  });

  it('listens again, though nothing was to be sent', async () => {
    const { proxy, createInbox, others, isTold } = await silentWorld('pg');
    // Nothing is found by polling.
    const worker = await workAndNote(createInbox({ pollInterval: HOUR, lease: HOUR }));
    await store(others, 'evt_1');
    await until(() => worker.seen.length === 1);
    proxy.silence();
    await store(others, 'evt_2');
    await until(() => worker.seen.length === 2);
    await until(isTold);
    await worker.stop();
  });

  it('frees what it has fetched without the answer', async () => {
    const { proxy, createInbox, others } = await silentWorld('pg');
    const worker = await workAndNote(createInbox({ lease: HOUR }));
    await store(others, 'evt_1');
    await until(() => worker.seen.length === 1);
    proxy.silence('replies');
    await store(others, 'evt_2');
    await until(() => worker.seen.length === 2);
    await worker.stop();
  });
});
