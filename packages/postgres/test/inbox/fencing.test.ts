import type { LeasedEvent } from '@screening-webhooks/core/store-kit';
import { deferred } from 'screening-webhooks-test-support/deferred';
import {
  eventOf,
  processed,
  startWorker,
  store,
  workAndNote,
} from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import { postgresEventQueue } from '../../src/inbox/postgres-event-queue.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import { createSqlClient } from '../../src/sql/create-sql-client.js';
import { EVENTS, endLeases, LINES, states, useInboxDatabase } from '../support/inbox-tables.js';
import { describeOnServer, type TestDatabase } from '../support/server.js';
import { spyOn } from '../support/spied-pool.js';
import { startProcess } from '../support/start-process.js';

const OPTIONS: PostgresInboxOptions = {
  orderBy: 'verificationId',
  lease: 3_600_000,
  pollInterval: 20,
};

describeOnServer('a worker that has lost its lease', () => {
  const database = useInboxDatabase();

  it.each<[string, (queue: Queue, held: LeasedEvent) => Promise<boolean>]>([
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
    [
      'renews',
      async (queue, held) => (await queue.renewThrough(sqlOf(database))([held])).has(held),
    ],
  ])('%s without an effect', async (_name, write) => {
    const queue = openQueue(database);
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

  it('has no effect when it was frozen and thaws: the next event waits for the new holder', async () => {
    const inbox = postgresInbox(database.pool(), OPTIONS);
    await store(inbox, 'evt_1');
    await store(inbox, 'evt_2');
    const frozen = startProcess('work-in-process.ts', database, OPTIONS);
    await frozen.printed('evt_1');
    frozen.child.kill('SIGSTOP');
    await endLeases(database);
    const seen: string[] = [];
    const ended = deferred();
    const worker = await startWorker(inbox, async ({ id }) => {
      seen.push(id);
      if (id === 'evt_1') await ended.promise;
      return processed;
    });
    await until(() => seen.length === 1);
    frozen.child.stdin?.write('end\n');
    frozen.child.kill('SIGCONT');
    await frozen.printed('LeaseLostError');
    expect([seen, await states(database)]).toEqual([['evt_1'], ['leased', 'waiting']]);
    // The thawed worker must not take the next event.
    frozen.child.kill('SIGKILL');
    await frozen.ended;
    ended.resolve();
    await until(async () => (await states(database)).every((state) => state === 'processed'));
    await worker.stop();
    expect(seen).toEqual(['evt_1', 'evt_2']);
  });

  it('returns what it had fetched when the answer to the fetch was lost', async () => {
    const inbox = postgresInbox(database.pool(), OPTIONS);
    await store(inbox, 'evt_1');
    let lost = 0;
    const { pool } = spyOn(database.pool(), undefined, (text) => {
      // The first one is the check of the tables.
      if (!text.includes('NOT suspect') || !text.includes('FOR UPDATE') || ++lost !== 2) return;
      throw new Error('Connection terminated unexpectedly');
    });
    const errors: string[] = [];
    const onError = ({ message }: Error): void => void errors.push(message);
    const worker = await workAndNote(postgresInbox(pool, { ...OPTIONS, onError }));
    await until(async () => (await states(database))[0] === 'processed');
    await worker.stop();
    expect([worker.seen, errors]).toEqual([['evt_1'], ['Connection terminated unexpectedly']]);
    // It was returned at once, so that nothing had to end.
    expect(await database.admin(`SELECT attempts FROM ${EVENTS}`)).toEqual([{ attempts: 1 }]);
  });
});

type Queue = ReturnType<typeof openQueue>;

function openQueue(database: TestDatabase) {
  const sql = createSqlClient(database.pool({ max: 2, idleTimeoutMillis: 100 }));
  return postgresEventQueue(sql, postgresInboxSettings(OPTIONS));
}

const sqlOf = (database: TestDatabase) =>
  createSqlClient(database.pool({ max: 2, idleTimeoutMillis: 100 })).query;
