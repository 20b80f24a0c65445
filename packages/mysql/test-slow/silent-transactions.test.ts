import type { PoolConnection } from 'mysql2/promise';
import { startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { processed, startWorker, store } from 'screening-webhooks-test-support/inbox';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, onTestFinished } from 'vitest';
import { type MysqlInboxOptions, mysqlInbox } from '../src/inbox/index.js';
import {
  EVENTS,
  LINES,
  roomyPool,
  states,
  useInboxDatabase,
} from '../test-servers/support/inbox-tables.js';
import { describeOnServer } from '../test-servers/support/server.js';
import { spyOn } from '../test-servers/support/spied-pool.js';

// The server ends a transaction of the inbox that sends nothing for ten seconds. Its own limit would be eight hours.
const OPTIONS: MysqlInboxOptions = {
  orderBy: 'verificationId',
  lease: 3_600_000,
  pollInterval: 20,
  timeout: 1000,
};

describeOnServer('a transaction whose connection has gone silent keeps no locks', () => {
  const database = useInboxDatabase();

  /** An inbox whose connections go silent once, when the server has answered such a statement. */
  async function silentAfter(isSuch: (text: string) => boolean) {
    const proxy = await startProxy(MYSQL.port);
    onTestFinished(() => proxy.close());
    const errors: string[] = [];
    let silences = 0;
    const { pool } = spyOn(roomyPool(database, { port: proxy.port }), (text) => {
      if (silences === 0 && isSuch(text)) {
        silences += 1;
        proxy.silence();
      }
    });
    const inbox = mysqlInbox<PoolConnection>(pool, {
      ...OPTIONS,
      onError: ({ name }) => errors.push(name),
    });
    const others = mysqlInbox(roomyPool(database), { ...OPTIONS, onError() {} });
    return { inbox, others, errors, silences: () => silences };
  }

  it.each<[string, (text: string) => boolean]>([
    ['that fetches', (text) => text.includes('SKIP LOCKED') && text.includes('suspect = 0')],
    ['that ends an event', (text) => text.startsWith(`UPDATE \`${EVENTS}\``)],
  ])('%s', async (_name, isSuch) => {
    const { inbox, others, errors, silences } = await silentAfter(isSuch);
    await store(others, 'evt_1');
    const runs: string[] = [];
    const run = async ({ id }: { id: string }) => {
      runs.push(id);
      return processed;
    };
    await startWorker(inbox, run);
    await until(() => silences() === 1);
    // The next event of its order.
    await until(async () => (await store(others, 'evt_2').catch(() => 'busy')) !== 'busy');
    await until(async () => (await states(database)).join() === 'processed,processed');
    expect(runs).toEqual(['evt_1', 'evt_2']);
    expect(errors).toContain('NoAnswerError');
  });

  it('that stores', async () => {
    const { inbox, others } = await silentAfter((text) =>
      text.startsWith(`INSERT INTO \`${LINES}\``),
    );
    await expect(store(inbox, 'evt_1')).rejects.toThrow('did not answer within 1000 ms');
    await until(async () => (await store(others, 'evt_1').catch(() => 'busy')) === 'stored');
    expect(await states(database)).toEqual(['waiting']);
  });
});
