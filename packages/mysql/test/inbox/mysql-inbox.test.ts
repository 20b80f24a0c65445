import { createReceiver, type EventEnvelope, RetryLater } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import type { Pool, PoolConnection } from 'mysql2/promise';
import { deferred } from 'screening-webhooks-test-support/deferred';
import {
  eventOf,
  processed,
  startWorker,
  store,
  workAndNote,
  workThrough,
} from 'screening-webhooks-test-support/inbox';
import { expectInboxOfModel, MODEL_OPTIONS } from 'screening-webhooks-test-support/inbox-model';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it } from 'vitest';
import { inboxStatements } from '../../src/inbox/inbox-statements.js';
import { type MysqlInboxOptions, mysqlInbox } from '../../src/inbox/index.js';
import { mysqlEventQueue } from '../../src/inbox/mysql-event-queue.js';
import { mysqlInboxSettings } from '../../src/inbox/mysql-inbox-settings.js';
import { mysqlStore, transactional } from '../../src/index.js';
import { sqlClient } from '../../src/sql/sql-client.js';
import {
  EVENTS,
  LINES,
  roomyPool,
  SERVER_TIME,
  states,
  useInboxDatabase,
} from '../support/inbox-tables.js';
import { describeOnServer } from '../support/server.js';
import { spyOn } from '../support/spied-pool.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SECRET = 'whsec_mysql';

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

  it('does what an inbox of two processes does, under random steps', async () => {
    let lives = 0;
    await expectInboxOfModel(async () => {
      const name = `life-${++lives}`;
      const open = () => openInbox({ ...MODEL_OPTIONS, name });
      return { instances: [open(), open()], close: async () => {} };
    }, 15);
  });

  it.each([
    '7',
    'a:b:c',
    'ümläut',
    '',
    "'; --",
    'nul\0',
    '\ud800',
    '界'.repeat(200),
    'x'.repeat(5000),
  ])('stores and replays an unusual event id: %#', async (id) => {
    const inbox = openInbox();
    expect(await store(inbox, id)).toBe('stored');
    expect(await store(inbox, id)).toBe('duplicate');
    await workThrough(inbox, 1);
    await until(async () => (await states(database)).join() === 'processed');
    expect(await inbox.replay({ id })).toBe(1);
    await workThrough(inbox, 1);
  });

  it('keeps ids, orders and inboxes apart that a collation takes for equal', async () => {
    const inbox = openInbox({ orderBy: 'verificationId' });
    const names = ['a', 'A', 'ä', 'a '];
    for (const name of names) expect(await store(inbox, name, name)).toBe('stored');
    expect(await store(openInbox({ name: 'INBOX' }), 'a')).toBe('stored');
    expect(await database.admin(`SELECT 1 FROM ${LINES}`)).toHaveLength(names.length + 1);
    expect([...(await workThrough(inbox, names.length))].sort()).toEqual([...names].sort());
  });

  it('keeps an event as it is: NUL, an unpaired surrogate, the order of keys', async () => {
    const inbox = openInbox({ orderBy: 'verificationId' });
    const odd = { z: 'a\0b😀', a: '\ud83d', n: 1e300, ['__proto__']: 1 };
    const event = { ...eventOf('evt_odd'), data: { verificationId: 'dv\0', formData: odd } };
    await inbox.store(event, { key: 'int:evt_odd', receivedAt: 1.5 });
    const handled = deferred<EventEnvelope>();
    const worker = await startWorker(inbox, async (seen) => {
      handled.resolve(seen);
      return processed;
    });
    expect(JSON.stringify(await handled.promise)).toBe(JSON.stringify(event));
    await worker.stop();
  });

  it('orders by a value that is too long for an index', async () => {
    const inbox = openInbox({ orderBy: 'verificationId' });
    expect(await store(inbox, 'evt_1', '界'.repeat(200))).toBe('stored');
    expect(await store(inbox, 'evt_2', '界'.repeat(9000))).toBe('stored');
    await workThrough(inbox, 2);
  });

  it('has committed when a receiver answers 202, and a later delivery is a duplicate', async () => {
    const inbox = openInbox();
    const receiver = createReceiver({
      secret: SECRET,
      inbox,
      observe: false,
      handlers: { '*': () => {} },
    });
    const deliver = async () => {
      const event = fixture('document_verification.recorded', { id: 'evt_acked' });
      const { request } = await sign(event, { secret: SECRET });
      return (await receiver.fetch(request('http://hooks.test/'))).status;
    };
    expect(await deliver()).toBe(202);
    expect(await states(database)).toEqual(['waiting']);
    expect(await deliver()).toBe(200);
    expect(await states(database)).toEqual(['waiting']);
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

  /**
   * Waits until the event has failed so often, checks that it was scheduled exactly `delay` milliseconds after a moment between
   * `since` and now, and makes it due. Resolves with a time of the server before that: the worker may run it at once.
   */
  async function expectRetry(failures: number, delay: number, since: number): Promise<number> {
    const where = `token IS NULL AND attempts = ${failures}`;
    await until(
      async () => (await database.admin(`SELECT 1 FROM ${LINES} WHERE ${where}`)).length === 1,
    );
    const [row] = await database.admin(
      `SELECT run_at - ${delay * 1000} AS failed_at, ${SERVER_TIME} AS now FROM ${LINES}`,
    );
    const [failedAt, now] = [Number(row?.['failed_at']), Number(row?.['now'])];
    expect([failedAt >= since, failedAt <= now]).toEqual([true, true]);
    await database.admin(`UPDATE ${LINES} SET run_at = 0 WHERE ${where}`);
    return now;
  }

  it('counts the attempts of each event of an order anew', async () => {
    const inbox = openInbox({ orderBy: 'verificationId', attempts: 3, backoff: 1 });
    for (const id of ['evt_1', 'evt_2']) await store(inbox, id, 'dv_1');
    const seen: string[] = [];
    const worker = await startWorker(inbox, async ({ id }) => {
      seen.push(id);
      return id === 'evt_1' && seen.length === 3 ? processed : { kind: 'failed', error: 'no' };
    });
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    expect(seen).toEqual(['evt_1', 'evt_1', 'evt_1', 'evt_2', 'evt_2', 'evt_2']);
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

  it('waits as long as RetryLater requests', async () => {
    const inbox = openInbox({ backoff: 10 });
    await store(inbox, 'evt_1');
    let runs = 0;
    const worker = await startWorker(inbox, async () => {
      runs += 1;
      if (runs > 1) return processed;
      return { kind: 'failed', error: new RetryLater({ after: 3600 }), retryAfter: 3600 };
    });
    await expectRetry(1, HOUR, 0);
    await until(() => runs === 2);
    await worker.stop();
  });

  it('doubles the delay up to maxBackoff', async () => {
    const inbox = openInbox({ backoff: HOUR, maxBackoff: 2.5 * HOUR });
    await store(inbox, 'evt_1');
    let since = 0;
    const worker = await startWorker(inbox, async () => ({ kind: 'failed', error: 'no' }));
    for (const [index, hours] of [1, 2, 2.5].entries()) {
      since = await expectRetry(index + 1, hours * HOUR, since);
    }
    await worker.stop();
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

  it('remembers ids for the retention, and forgets them after it', async () => {
    const options = { retention: 2 * DAY };
    const inbox = openInbox(options);
    const queue = openQueue(options);
    const age = () =>
      database.admin(`UPDATE ${EVENTS} SET ended_at = ended_at - ${1.5 * DAY * 1000}`);
    await store(inbox, 'evt_done');
    await store(inbox, 'evt_dead');
    const worker = await startWorker(inbox, async ({ id }) =>
      id === 'evt_dead'
        ? { kind: 'rejected', rejection: { ok: false, code: 'data_invalid' } }
        : processed,
    );
    await until(async () => (await states(database)).join() === 'processed,dead_letter');
    await worker.stop();
    expect((await inbox.deadLetters())[0]?.reason).toBe('never_ran: rejected: data_invalid');
    await store(inbox, 'evt_waiting');
    await age();
    await queue.cleanUp();
    expect(await store(inbox, 'evt_done')).toBe('duplicate');
    await age();
    await queue.cleanUp();
    // An event that waits never expires.
    expect(await states(database)).toEqual(['waiting']);
    expect(await store(inbox, 'evt_dead')).toBe('stored');
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

  it('pauses every process, including those that start later', async () => {
    const seen: string[] = [];
    /** A worker of its own process, and how often it has asked whether the inbox is paused. */
    async function workElsewhere() {
      const { pool: spied, texts } = spyOn(roomyPool(database));
      const inbox = mysqlInbox<PoolConnection>(spied, { pollInterval: 20 });
      const worker = await startWorker(inbox, async ({ id }) => {
        seen.push(id);
        return processed;
      });
      const isPausedQuery = /^SELECT 1 FROM \S+inbox_paused/;
      return { worker, checks: () => texts.filter((text) => isPausedQuery.test(text)).length };
    }
    const early = await workElsewhere();
    const other = openInbox();
    await other.pause();
    await other.pause();
    await store(other, 'evt_1');
    const late = await workElsewhere();
    // Each has found the inbox paused, and keeps asking.
    await until(() => early.checks() > 3 && late.checks() > 3);
    expect(seen).toEqual([]);
    const [row] = await database.admin(`SELECT attempts, token FROM ${LINES}`);
    expect(row).toEqual({ attempts: 0, token: null });
    await other.resume();
    await until(() => seen.length === 1);
    await Promise.all([early.worker.stop(), late.worker.stop()]);
  });

  it('returns the newest dead letters first, up to the limit', async () => {
    const inbox = openInbox({ attempts: 1 });
    const worker = await startWorker(inbox, async () => ({ kind: 'failed', error: 'a\0b\ud800' }));
    for (const [index, id] of ['evt_1', 'evt_2', 'evt_3'].entries()) {
      await store(inbox, id);
      await until(async () => (await inbox.deadLetters()).length > index);
    }
    await worker.stop();
    const letters = await inbox.deadLetters({ limit: 2 });
    expect(letters.map(({ event }) => event.id)).toEqual(['evt_3', 'evt_2']);
    expect(letters[0]?.reason).toBe('a\ufffdb\ufffd');
  });

  it('fetches what its own process stores at once, and what another one stores with a poll', async () => {
    const patient = openInbox({ pollInterval: HOUR });
    const waiting = await workAndNote(patient);
    for (let stored = 1; stored <= 3; stored += 1) {
      await store(patient, `evt_${stored}`);
      await until(() => waiting.seen.length === stored);
    }
    await waiting.stop();
    const polling = await workAndNote(openInbox());
    await store(openInbox(), 'evt_4');
    await until(() => polling.seen.includes('evt_4'));
    await polling.stop();
  });

  it('processes other events while a slow one runs', async () => {
    const inbox = openInbox({ pollInterval: HOUR });
    const ended = deferred();
    const seen: string[] = [];
    const worker = await startWorker(
      inbox,
      async ({ id }) => {
        if (id === 'evt_slow') await ended.promise;
        seen.push(id);
        return processed;
      },
      { concurrency: 2 },
    );
    await store(inbox, 'evt_slow');
    for (let index = 0; index < 20; index += 1) await store(inbox, `evt_${index}`);
    await until(() => seen.length === 20);
    ended.resolve();
    await worker.stop();
    expect(seen.at(-1)).toBe('evt_slow');
  });

  it('runs a transactional handler, whose replay does nothing', async () => {
    await mysqlStore(pool).migrate();
    await database.admin('CREATE TABLE clinicians (id VARCHAR(50))');
    const inbox = openInbox();
    const handler = transactional(pool, async ({ id }, { tx }) => {
      await tx.query('INSERT INTO clinicians (id) VALUES (?)', [id]);
    });
    const receiver = createReceiver({
      secret: SECRET,
      inbox,
      observe: false,
      handlers: { '*': handler },
    });
    await inbox.store(fixture('document_verification.recorded', { id: 'evt_1' }), {
      key: 'int:evt_1',
      receivedAt: 1,
    });
    const worker = await startWorker(inbox, receiver.dispatch);
    const isDone = async () => (await states(database)).join() === 'processed';
    await until(isDone);
    await until(async () => (await inbox.replay({ id: 'evt_1' })) === 1);
    await until(isDone);
    await worker.stop();
    expect(await database.admin('SELECT id FROM clinicians')).toEqual([{ id: 'evt_1' }]);
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
