import { startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { processed, startWorker, store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { uncompared } from 'screening-webhooks-test-support/kept';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, onTestFinished } from 'vitest';
import { type MysqlInboxOptions, mysqlInbox } from '../../src/inbox/index.js';
import { roomyPool, states, useInboxDatabase } from '../support/inbox-tables.js';
import { describeOnServer } from '../support/server.js';

// A statement that never has an answer keeps its limit of up to a minute.
uncompared.add('Timeout');

const HOUR = 3_600_000;
const TIMEOUT = 1000;

describeOnServer('a worker whose connections', () => {
  const database = useInboxDatabase();

  async function silentWorld() {
    const proxy = await startProxy(MYSQL.port);
    onTestFinished(() => proxy.close());
    const errors: Error[] = [];
    const pool = roomyPool(database, { port: proxy.port });
    const createInbox = (options: MysqlInboxOptions = {}) =>
      mysqlInbox(pool, {
        timeout: TIMEOUT,
        pollInterval: 20,
        lease: HOUR,
        onError: (error) => errors.push(error),
        ...options,
      });
    const others = mysqlInbox(roomyPool(database), { pollInterval: HOUR, lease: HOUR });
    const isTold = () => errors.some(({ name }) => name === 'NoAnswerError');
    return { proxy, createInbox, others, errors, isTold };
  }

  it('have gone silent runs an acked event, and tells onError', async () => {
    const { proxy, createInbox, others, isTold } = await silentWorld();
    const worker = await workAndNote(createInbox());
    await store(others, 'evt_1');
    await until(() => worker.seen.length === 1);
    proxy.silence();
    await store(others, 'evt_2');
    await until(() => worker.seen.includes('evt_2'));
    await until(isTold);
    await worker.stop();
  });

  it('have gone silent during a handler records what that has done', async () => {
    const { proxy, createInbox, others, isTold } = await silentWorld();
    let runs = 0;
    await startWorker(createInbox(), async () => {
      runs += 1;
      proxy.silence();
      return processed;
    });
    await store(others, 'evt_1');
    await until(async () => (await states(database))[0] === 'processed');
    await until(isTold);
    expect(runs).toBe(1);
  });

  it('are cut recovers without a restart, and so do stores', async () => {
    const { proxy, createInbox, errors } = await silentWorld();
    const inbox = createInbox();
    const worker = await workAndNote(inbox);
    await store(inbox, 'evt_1');
    await until(() => worker.seen.includes('evt_1'));
    proxy.cut();
    await expect(store(inbox, 'evt_2')).rejects.toThrow();
    await until(() => errors.length > 0);
    proxy.restore();
    await until(async () => (await store(inbox, 'evt_2').catch(() => 'down')) !== 'down');
    await until(() => worker.seen.includes('evt_2'));
    await worker.stop();
  });

  it('are down when it starts begins to work when they are back', async () => {
    const { proxy, createInbox, others, errors } = await silentWorld();
    proxy.cut();
    const worker = await workAndNote(createInbox());
    await until(() => errors.length > 0);
    await store(others, 'evt_1');
    proxy.restore();
    await until(() => worker.seen.includes('evt_1'));
    await worker.stop();
  });

  it('are gone silent stops all the same', async () => {
    const { proxy, createInbox } = await silentWorld();
    const worker = await workAndNote(createInbox());
    proxy.silence();
    await worker.stop();
  });
});
