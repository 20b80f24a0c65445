import type { Pool, PoolConnection } from 'mysql2/promise';
import {
  eventOf,
  processed,
  store,
  workAndNote,
  workThrough,
} from 'screening-webhooks-test-support/inbox';
import {
  expectInboxMatchesModel,
  MODEL_OPTIONS,
} from 'screening-webhooks-test-support/inbox-model';
import { queueSuite } from 'screening-webhooks-test-support/queues/queue-suite';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it } from 'vitest';
import { inboxStatements } from '../../src/inbox/inbox-statements.js';
import { type MysqlInboxOptions, mysqlInbox } from '../../src/inbox/index.js';
import { mysqlEventQueue } from '../../src/inbox/mysql-event-queue.js';
import { mysqlInboxSettings } from '../../src/inbox/mysql-inbox-settings.js';
import { sqlClient } from '../../src/sql/sql-client.js';
import {
  EVENTS,
  LINES,
  roomyPool,
  SERVER_TIME,
  states,
  useInboxDatabase,
} from '../support/inbox-tables.js';
import { mysqlUnderTest } from '../support/queue-under-test.js';
import { describeOnServer } from '../support/server.js';
import { spyOn } from '../support/spied-pool.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeOnServer('mysqlInbox', () => {
  const database = useInboxDatabase();
  let pool: Pool;
  beforeAll(() => {
    pool = roomyPool(database);
  });

  const openInbox = (options: MysqlInboxOptions = {}) =>
    mysqlInbox(pool, { backoff: 50, pollInterval: 20, timeout: 60_000, ...options });
  const openQueue = (options: MysqlInboxOptions = {}) =>
    mysqlEventQueue(sqlClient(pool, 60_000), mysqlInboxSettings(options));

  queueSuite(mysqlUnderTest(database));

  it('does what an inbox of two processes does, under random steps', async () => {
    let lives = 0;
    await expectInboxMatchesModel(async () => {
      const name = `life-${++lives}`;
      const open = () => openInbox({ ...MODEL_OPTIONS, name });
      return { instances: [open(), open()], close: async () => {} };
    }, 15);
  });

  it('is not stored twice when the reply to the commit was lost', async () => {
    let lost = 0;
    const { pool: losing } = spyOn(roomyPool(database), (text) => {
      if (text === 'COMMIT' && ++lost === 1) throw new Error('Connection lost.');
    });
    const inbox = mysqlInbox<PoolConnection>(losing, { pollInterval: 20 });
    await expect(store(inbox, 'evt_1')).rejects.toThrow('Connection lost.');
    expect(await store(inbox, 'evt_1')).toBe('duplicate');
    expect(await workThrough(inbox, 1)).toEqual(['evt_1']);
  });

  it('records once what a handler has done when the reply to the commit was lost', async () => {
    let lost = 0;
    const { pool: losing, texts } = spyOn(roomyPool(database), (text) => {
      const isEnding = texts.some((each) => each.startsWith(`DELETE FROM \`${LINES}`));
      if (text === 'COMMIT' && isEnding && ++lost === 1) throw new Error('Connection lost.');
    });
    const errors: string[] = [];
    const inbox = mysqlInbox<PoolConnection>(losing, {
      pollInterval: 20,
      onError: ({ message }) => errors.push(message),
    });
    await store(inbox, 'evt_1');
    const worker = await workAndNote(inbox);
    await until(() => lost > 1 || errors.length > 0);
    await worker.stop();
    expect([worker.seen, errors]).toEqual([['evt_1'], ['Connection lost.']]);
    expect(await states(database)).toEqual(['processed']);
  });

  it('stores while a fetch is under way, whatever isolation the session has', async () => {
    await store(openInbox(), 'evt_1');
    const { lockDue } = inboxStatements(mysqlInboxSettings({}));
    await sqlClient(pool, 60_000).transaction(async (query) => {
      expect((await query(lockDue(0, 10))).rows).toHaveLength(1);
      // It would end with an error, because the fetch waits for it.
      expect(await store(openInbox({ timeout: 3000 }), 'evt_2')).toBe('stored');
    });
  });

  it('waits for the back-off after a worker has died with an event that ran alone, and gives it up after the last', async () => {
    const options = { backoff: HOUR, attempts: 2 };
    const queue = openQueue(options);
    await queue.store(eventOf('evt_poison'), 'int:evt_poison', 0);
    await queue.fetch(1, 'dies');
    const die = async () => {
      await database.admin(`UPDATE ${LINES} SET lease_end = 1`);
      await queue.recover();
    };
    // Beside others: not the cause for sure.
    await die();
    for (const [attempts, deaths] of [
      [0, 0],
      [1, 1],
    ]) {
      const held = (await queue.fetchSuspect(`alone ${attempts}`)) ?? expect.unreachable();
      expect([held.attempts, held.deaths]).toEqual([attempts, deaths]);
      expect(await queue.begin(held, true)).toBe(true);
      await die();
      expect(await queue.fetchSuspect('too early')).toBeUndefined();
      const [row] = await database.admin(`SELECT run_at - ${SERVER_TIME} AS wait FROM ${LINES}`);
      const wait = Number(row?.['wait']) / 1000;
      expect([wait > 0, wait <= HOUR * 2 ** (attempts ?? 0)]).toEqual([true, true]);
      await database.admin(`UPDATE ${LINES} SET run_at = 0`);
    }
    const worker = await workAndNote(openInbox(options));
    await until(async () => (await states(database)).join() === 'dead_letter');
    await worker.stop();
    const [letter] = await openInbox().deadLetters();
    expect([worker.seen, letter?.attempts]).toEqual([[], 2]);
    expect(letter?.reason).toMatch(/^Its worker died or lost its lease 2 times/);
  });

  it('replays and cleans up more events than a statement takes, each line in its order', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => {
      const id = `evt_${String(index).padStart(4, '0')}`;
      const event = JSON.stringify(eventOf(id)).replaceAll("'", "''");
      return `('inbox', '${id}', '${id}', '=dv_${index % 2}', 0, 1, 'processed', '${event}')`;
    });
    await database.admin(
      `INSERT INTO ${EVENTS} (inbox, event_id, event_key, line, received_at, ended_at, outcome, event)
        VALUES ${rows.join(', ')}`,
    );
    const inbox = openInbox({ orderBy: 'verificationId' });
    expect(await inbox.replay({ since: 0, deadOnly: true })).toBe(0);
    expect(await inbox.replay({ since: 0 })).toBe(1200);
    const places = await database.admin(
      `SELECT event_id, position FROM ${EVENTS} ORDER BY line, position`,
    );
    const ids = places.map((row) => String(row['event_id']));
    expect(ids).toEqual(
      [...ids].sort(
        (a, b) => (Number(a.slice(4)) % 2) - (Number(b.slice(4)) % 2) || (a < b ? -1 : 1),
      ),
    );
    expect(places.map((row) => row['position'])).toEqual(
      [0, 1].flatMap(() => Array.from({ length: 600 }, (_, index) => index + 1)),
    );
    await database.admin(
      `UPDATE ${EVENTS} SET position = NULL, ended_at = 1, outcome = 'processed'`,
    );
    await openQueue({ retention: DAY }).cleanUp();
    expect(await states(database)).toEqual([]);
  });

  it('warns, once per pool, that handlers could hold all connections', async () => {
    const small = database.pool({ connectionLimit: 4 });
    const errors: string[] = [];
    const onError = ({ message }: Error): void => void errors.push(message);
    for (const client of [small, small]) {
      const inbox = mysqlInbox(client, { onError });
      const worker = await inbox.work(async () => processed, { concurrency: 4 });
      await worker.stop();
    }
    const fits = await mysqlInbox(small, { onError }).work(async () => processed, {
      concurrency: 3,
    });
    await fits.stop();
    expect(errors).toEqual([expect.stringContaining('connectionLimit: 6 or more')]);
  });
});
