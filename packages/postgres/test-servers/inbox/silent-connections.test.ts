import postgres from 'postgres';
import { startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { silentInboxSuite } from 'screening-webhooks-test-support/stores/silent-suite';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, onTestFinished } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import type { PostgresClient } from '../../src/index.js';
import { states, useInboxDatabase } from '../support/inbox-tables.js';
import { postgresStoreUnderTest } from '../support/postgres-store-under-test.js';
import { describeOnServer } from '../support/server.js';

const HOUR = 3_600_000;

describeOnServer('when the connections of a worker have gone silent', () => {
  const database = useInboxDatabase();
  silentInboxSuite(postgresStoreUnderTest(database), () => states(database));

  it.each<[string, PostgresInboxOptions, (port: number) => PostgresClient]>([
    [
      'an acked event runs on postgres.js',
      {},
      (port) => {
        const url = database.url.replace('5432', String(port));
        const sql = postgres(url, { max: 1, onnotice: () => {} });
        onTestFinished(() => sql.end({ timeout: 0 }));
        return sql;
      },
    ],
    [
      // Nothing is found by polling.
      'a worker listens again, though nothing was to be sent',
      { pollInterval: HOUR, lease: HOUR },
      (port) => database.pool({ port, idleTimeoutMillis: 0 }),
    ],
  ])('%s, and onError is told', async (_name, options, open) => {
    const proxy = await startProxy(SERVER.port);
    const errors: string[] = [];
    const onError = ({ name }: Error) => errors.push(name);
    const client = open(proxy.port);
    // Before the client ends, which would wait for what is silent.
    onTestFinished(() => proxy.close());
    const others = postgresInbox(database.pool(), { pollInterval: HOUR, lease: HOUR });
    const worker = await workAndNote(postgresInbox(client, { timeout: 1000, onError, ...options }));
    await store(others, 'evt_1');
    await until(() => worker.seen.length === 1);
    proxy.silence();
    await store(others, 'evt_2');
    await until(() => worker.seen.length === 2);
    await until(() => errors.includes('NoAnswerError'));
    await worker.stop();
    expect(worker.seen).toEqual(['evt_1', 'evt_2']);
  });
});
