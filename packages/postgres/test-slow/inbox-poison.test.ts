import {
  createIsolation,
  createWakeup,
  type EventQueue,
  type LeasedEvent,
  startWorker,
} from '@screening-webhooks/core/store-kit';
import { eventOf, processed, store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { idOf } from 'screening-webhooks-test-support/queues/queue-under-test';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../src/inbox/index.js';
import { postgresEventQueue } from '../src/inbox/postgres-event-queue.js';
import { postgresInboxSettings } from '../src/inbox/postgres-inbox-settings.js';
import { createSqlClient } from '../src/sql/create-sql-client.js';
import { isTransient } from '../src/sql/server-error.js';
import {
  endLeases,
  LINES,
  states,
  useInboxDatabase,
} from '../test-servers/support/inbox-tables.js';
import { describeOnServer } from '../test-servers/support/server.js';
import { startProcess } from '../test-servers/support/start-process.js';

// No lease ends by itself while a test runs.
const LEASE = 3_600_000;

describeOnServer('an event whose worker dies', () => {
  const database = useInboxDatabase();

  const openQueue = (options: PostgresInboxOptions = {}) =>
    postgresEventQueue(
      createSqlClient(database.pool({ max: 3, idleTimeoutMillis: 100 })),
      postgresInboxSettings({ lease: LEASE, backoff: 1, ...options }),
    );

  /** Starts the worker of an inbox that shares no process with other workers. */
  function work(
    options: PostgresInboxOptions,
    process: Parameters<typeof startWorker>[1],
    isolation = createIsolation(),
  ) {
    const sql = createSqlClient(database.pool({ max: 3, idleTimeoutMillis: 100 }));
    const settings = postgresInboxSettings({
      lease: LEASE,
      backoff: 1,
      pollInterval: 20,
      ...options,
    });
    const queue = postgresEventQueue(sql, settings);
    const renewal = queue.renewThrough(sql.query);
    const onError = (): void => {};
    const wakeup = createWakeup();
    const context = { queue, renewal, settings, isolation, isTransient, wakeup, onError };
    return startWorker(context, process, {});
  }

  it('is the only dead letter: its nine neighbours are processed, and later deaths are its own', async () => {
    const options = { lease: LEASE, attempts: 2, backoff: 1, pollInterval: 20 };
    const inbox = postgresInbox(database.pool(), options);
    await store(inbox, 'evt_poison');
    for (let index = 1; index <= 9; index += 1) await store(inbox, `evt_${index}`);
    let deaths = 0;
    const printed: string[] = [];
    for (const together of [10, 1, 1]) {
      const process = startProcess('poison-in-process.ts', database, options, `${together}`);
      expect(await process.ended).toBe('SIGKILL');
      deaths += 1;
      if (together === 1) printed.push(...process.lines());
      await endLeases(database);
    }
    const worker = await workAndNote(inbox);
    await until(async () =>
      (await states(database)).every((state) => state !== 'waiting' && state !== 'leased'),
    );
    await worker.stop();
    expect(printed).toEqual([]);
    expect(await states(database)).toEqual(['dead_letter', ...Array(9).fill('processed')]);
    const [letter] = await inbox.deadLetters();
    expect([letter?.event.id, letter?.attempts, deaths]).toEqual(['evt_poison', 2, 3]);
    expect(letter?.reason).toBe(
      'Its worker died or lost its lease 2 times while only this event ran.',
    );
  });

  it('waits longer after each death in which it ran alone, and not after the first', async () => {
    const queue = openQueue({ backoff: 60_000 });
    await queue.store(eventOf('evt_1'), 'int:evt_1', 0);
    const delays: unknown[] = [];
    await queue.fetch(1, 'first');
    for (const token of ['second', 'third', 'fourth']) {
      await endLeases(database);
      await queue.recover();
      const [row] = await database.admin(
        `SELECT attempts, round(extract(epoch FROM run_at - now()) / 60)::int AS minutes FROM ${LINES}`,
      );
      delays.push(row);
      await database.admin(`UPDATE ${LINES} SET run_at = now()`);
      await queue.begin(await suspect(queue, token), true);
    }
    expect(delays).toEqual([
      { attempts: 0, minutes: 0 },
      { attempts: 1, minutes: 1 },
      { attempts: 2, minutes: 2 },
    ]);
  });

  it('is not counted as a killer when its run never began, or something else ran too', async () => {
    const queue = openQueue();
    await queue.store(eventOf('evt_1'), 'int:evt_1', 0);
    await queue.fetch(1, 'first');
    for (let round = 0; round < 3; round += 1) {
      await endLeases(database);
      await queue.recover();
      const held = await suspect(queue, `round ${round}`);
      expect(held.attempts).toBe(0);
      if (round === 1) expect(await queue.begin(held, false)).toBe(true);
    }
  });

  it('is no longer a suspect once an attempt has ended', async () => {
    const queue = openQueue();
    await queue.store(eventOf('evt_1'), 'int:evt_1', 0);
    await queue.fetch(1, 'first');
    await endLeases(database);
    await queue.recover();
    await queue.retryLater(await suspect(queue, 'second'), 'no', 0);
    const { events, suspects } = await queue.fetch(1, 'third');
    expect([events.length, suspects]).toEqual([1, false]);
  });

  it('runs again while no other event of its process runs, of any inbox', async () => {
    const isolation = createIsolation();
    const other = postgresInbox(database.pool(), { name: 'other' });
    await store(other, 'evt_other');
    let endOther = (): void => {};
    const running: string[] = [];
    const first = work(
      { name: 'other' },
      async () => {
        running.push('other');
        await new Promise<void>((resolve) => (endOther = resolve));
        running.push('other ended');
        return processed;
      },
      isolation,
    );
    await until(() => running.length === 1);
    const queue = openQueue();
    await queue.store(eventOf('evt_suspect'), 'int:evt_suspect', 0);
    await queue.fetch(1, 'dead');
    await endLeases(database);
    await database.admin(
      `UPDATE ${LINES} SET lease_end = now() + interval '1 hour' WHERE inbox = 'other'`,
    );
    let endSuspect = (): void => {};
    const second = work(
      {},
      async () => {
        running.push('suspect');
        await new Promise<void>((resolve) => (endSuspect = resolve));
        running.push('suspect ended');
        return processed;
      },
      isolation,
    );
    // The suspect is leased and waits for the other event; nothing new starts meanwhile.
    await until(() => isolation.isClosed());
    await store(other, 'evt_later');
    expect(running).toEqual(['other']);
    endOther();
    await until(() => running.length === 3);
    endSuspect();
    await until(() => running.length === 5);
    endOther();
    await Promise.all([first.stop(), second.stop()]);
    expect(running).toEqual([
      'other',
      'other ended',
      'suspect',
      'suspect ended',
      'other',
      'other ended',
    ]);
  });

  it('is returned, still as a suspect, by a worker that stops before it is alone', async () => {
    const isolation = createIsolation();
    const presence = isolation.enter();
    const queue = openQueue();
    await queue.store(eventOf('evt_1'), 'int:evt_1', 0);
    await queue.fetch(1, 'dead');
    await endLeases(database);
    const worker = work({}, async () => processed, isolation);
    await until(() => isolation.isClosed());
    await worker.stop();
    presence.leave();
    expect([isolation.isClosed(), await states(database)]).toEqual([false, ['waiting']]);
    expect(idOf(await suspect(queue, 'next'))).toBe('evt_1');
  });
});

const suspect = async (queue: EventQueue, token: string): Promise<LeasedEvent> =>
  (await queue.fetchSuspect(token)) ?? expect.unreachable('No suspect is due.');
