import type { LeasedEvent } from '@screening-webhooks/core/store-kit';
import { eventOf, store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { type MysqlInboxOptions, mysqlInbox } from '../../src/inbox/index.js';
import { type MysqlEventQueue, mysqlEventQueue } from '../../src/inbox/mysql-event-queue.js';
import { mysqlInboxSettings } from '../../src/inbox/mysql-inbox-settings.js';
import { sqlClient } from '../../src/sql/sql-client.js';
import {
  EVENTS,
  endLeases,
  LINES,
  roomyPool,
  states,
  useInboxDatabase,
} from '../support/inbox-tables.js';
import { describeOnServer } from '../support/server.js';
import { spyOn } from '../support/spied-pool.js';

const OPTIONS: MysqlInboxOptions = {
  orderBy: 'verificationId',
  lease: 3_600_000,
  pollInterval: 20,
  timeout: 60_000,
};

describeOnServer('a worker that has lost its lease', () => {
  const database = useInboxDatabase();
  const openQueue = (): MysqlEventQueue =>
    mysqlEventQueue(sqlClient(database.pool(), 60_000), mysqlInboxSettings(OPTIONS));

  it.each<[string, (queue: MysqlEventQueue, held: LeasedEvent) => Promise<boolean>]>([
    ['completes', (queue, held) => queue.end(held, { outcome: 'processed', attempts: 1 })],
    ['gives up', (queue, held) => queue.end(held, { outcome: 'dead_letter', attempts: 1 })],
    ['retries', (queue, held) => queue.retryLater(held, 'no', 0)],
    ['puts back', (queue, held) => queue.putBack(held)],
    ['begins', (queue, held) => queue.begin(held, true)],
    [
      'releases',
      async (queue, held) => {
        await queue.release(held.token);
        return false;
      },
    ],
    ['renews', async (queue, held) => (await queue.renew([held])).has(held)],
  ])('%s without an effect', async (_name, write) => {
    const queue = openQueue();
    await queue.store(eventOf('evt_1'), 'int:evt_1', 0);
    await queue.store(eventOf('evt_2'), 'int:evt_2', 0);
    const [frozen = expect.unreachable()] = (await queue.fetch(1, 'frozen')).events;
    await endLeases(database);
    await queue.recover();
    await queue.fetchSuspect('next');
    const rows = () =>
      Promise.all([
        database.admin(`SELECT * FROM ${LINES}`),
        database.admin(`SELECT * FROM ${EVENTS} ORDER BY arrival`),
      ]);
    const before = await rows();
    expect(await write(queue, frozen)).toBe(false);
    expect(await rows()).toEqual(before);
    expect((await queue.fetch(10, 'other')).events).toEqual([]);
  });

  it('and has fetched the event again keeps the newer lease only', async () => {
    const queue = openQueue();
    await queue.store(eventOf('evt_1'), 'int:evt_1', 0);
    const [first = expect.unreachable()] = (await queue.fetch(1, 'first')).events;
    await queue.release('first');
    const [second = expect.unreachable()] = (await queue.fetch(1, 'second')).events;
    expect([...(await queue.renew([first, second]))]).toEqual([second]);
  });

  it('returns what it had fetched when the answer to the fetch was lost', async () => {
    const inbox = mysqlInbox(roomyPool(database), OPTIONS);
    await store(inbox, 'evt_1');
    let isLeasing = false;
    let lost = 0;
    const { pool } = spyOn(roomyPool(database), (text) => {
      if (text.includes('SKIP LOCKED') && text.includes('suspect = 0')) isLeasing = true;
      // It is committed.
      if (text !== 'COMMIT' || !isLeasing || ++lost > 1) return;
      throw new Error('Connection lost: The server closed the connection.');
    });
    const errors: string[] = [];
    const onError = ({ message }: Error): void => void errors.push(message);
    const worker = await workAndNote(mysqlInbox(pool, { ...OPTIONS, onError }));
    await until(async () => (await states(database))[0] === 'processed');
    await worker.stop();
    expect([worker.seen, errors]).toEqual([
      ['evt_1'],
      ['Connection lost: The server closed the connection.'],
    ]);
    // It was returned at once, so that nothing had to end.
    expect(await database.admin(`SELECT attempts FROM ${EVENTS}`)).toEqual([{ attempts: 1 }]);
  });
});
