import { deferred } from 'screening-webhooks-test-support/deferred';
import { processed, startWorker, store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, onTestFinished } from 'vitest';
import { type MysqlInboxOptions, mysqlInbox } from '../src/inbox/index.js';
import { type MysqlEventQueue, mysqlEventQueue } from '../src/inbox/mysql-event-queue.js';
import { mysqlInboxSettings } from '../src/inbox/mysql-inbox-settings.js';
import { mysqlStore } from '../src/index.js';
import { sqlClient } from '../src/sql/sql-client.js';
import {
  EVENTS,
  endLeases,
  LINES,
  roomyPool,
  states,
  useInboxDatabase,
} from './support/inbox-tables.js';
import { describeOnServer, type TestDatabase, useTestDatabase } from './support/server.js';

const LEASE = 600_000;
const LOCK_WAIT_TIMEOUT = expect.objectContaining({ errno: 1205 });
const SIGNALLED = expect.objectContaining({ errno: 1644 });

/** Lets a trigger refuse rows for the rest of the test. Returns what ends that. */
async function refuse(
  { admin }: TestDatabase,
  statement: string,
  table: string,
  condition: string,
): Promise<() => Promise<unknown>> {
  const drop = () => admin('DROP TRIGGER IF EXISTS refuses');
  onTestFinished(async () => void (await drop()));
  await admin(`CREATE TRIGGER refuses BEFORE ${statement} ON ${table} FOR EACH ROW
    IF OLD.${condition} THEN SIGNAL SQLSTATE '45000'; END IF`);
  return drop;
}

/** As `lock` of the database, until the end of the test at the latest: a trigger cannot be dropped before. */
async function lockIn(database: TestDatabase, select: string): Promise<() => Promise<unknown>> {
  const unlock = await database.lock(select);
  onTestFinished(async () => void (await unlock()));
  return unlock;
}

describeOnServer('a row that another connection has locked', () => {
  const database = useTestDatabase();

  it('is all that a clean-up leaves, with those that a trigger refuses', async () => {
    const cleaned = mysqlStore(database.pool(), { table: 'cleaned' });
    await cleaned.migrate();
    // The oldest are refused, and more than a statement takes.
    await database.admin(`INSERT INTO cleaned
      SELECT CONCAT(IF(seq <= 600, 'refused ', 'k '), seq), 'a', 1, seq FROM seq_1_to_620`);
    const drop = await refuse(database, 'DELETE', 'cleaned', "claim_key LIKE 'refused%'");
    const unlock = await lockIn(database, "SELECT 1 FROM cleaned WHERE claim_key = 'k 610'");
    const { failures, ...result } = await cleaned.cleanUp();
    expect(result).toEqual({ deleted: 19, more: false });
    expect([failures?.at(0), failures?.at(-1)]).toEqual([SIGNALLED, LOCK_WAIT_TIMEOUT]);
    await unlock();
    await drop();
    expect(await cleaned.cleanUp()).toEqual({ deleted: 601, more: false });
  });
});

describeOnServer('an event whose row is locked, refused or damaged costs no other', () => {
  const database = useInboxDatabase();
  const { admin } = database;
  const ids = ['evt_1', 'evt_2', 'evt_3', 'evt_4'];
  const LONGER: MysqlInboxOptions = { lease: LEASE, orderBy: 'verificationId' };
  const lineIs = (id: string): string => `line = '=${id}'`;
  const lockLine = (id: string) =>
    lockIn(database, `SELECT 1 FROM ${LINES} WHERE inbox = 'inbox' AND ${lineIs(id)}`);

  /** An inbox with these events, each in a line of its own. */
  async function open(options: MysqlInboxOptions = {}) {
    const pool = roomyPool(database);
    const all = { ...LONGER, pollInterval: 20, backoff: 50, ...options };
    const inbox = mysqlInbox(pool, all);
    for (const id of ids) await store(inbox, id, id);
    return { inbox, queue: mysqlEventQueue(sqlClient(pool, 5000), mysqlInboxSettings(all)) };
  }

  /** The errors of what has rejected at its end. */
  async function failuresOf(work: Promise<unknown>): Promise<unknown> {
    const error = await work.then(() => undefined, Object);
    return Reflect.get(error ?? {}, 'errors');
  }

  const endAll = () =>
    admin(
      `UPDATE ${EVENTS} SET position = NULL, ended_at = 1, outcome = 'dead_letter', reason = 'no'`,
    );

  it('when leases are renewed', async () => {
    const { queue } = await open();
    const held = (await queue.fetch(10, 'token')).events;
    const asked = held.map((each) => (each.line === '=evt_3' ? { ...each, token: 'lost' } : each));
    const idsIn = (some: ReadonlySet<(typeof held)[number]>) =>
      [...some].map(({ line }) => line.slice(1)).sort();
    const unlock = await lockLine('evt_2');
    const { renewed, locked } = await queue.renewal.unlocked(asked);
    expect([idsIn(renewed), idsIn(locked)]).toEqual([['evt_1', 'evt_4'], ['evt_2']]);
    const of = (id: string) => asked.find(({ line }) => line === `=${id}`) ?? expect.unreachable();
    await expect(queue.renewal.one(of('evt_2'))).rejects.toEqual(LOCK_WAIT_TIMEOUT);
    await unlock();
    expect(await queue.renewal.one(of('evt_2'))).toBe(true);
    expect(await queue.renewal.one(of('evt_3'))).toBe(false);
    await refuse(database, 'UPDATE', LINES, lineIs('evt_2'));
    // Each is then renewed alone.
    expect(idsIn((await queue.renewal.unlocked(held)).locked)).toEqual(ids);
    await expect(queue.renewal.one(of('evt_2'))).rejects.toEqual(SIGNALLED);
    expect(await queue.renewal.one(of('evt_1'))).toBe(true);
  });

  it('when a worker renews its leases: only the handler of the locked one is aborted', async () => {
    const lease = 6000;
    const { inbox } = await open({ lease, onError: () => {} });
    const aborted: string[] = [];
    const started: string[] = [];
    const ended = deferred();
    const worker = await startWorker(inbox, async ({ id }, { signal }) => {
      started.push(id);
      signal.addEventListener('abort', () => aborted.push(id));
      await ended.promise;
      return processed;
    });
    await until(() => started.length === ids.length);
    const unlock = await lockLine('evt_2');
    await until(() => aborted.length > 0);
    // Until the others have been renewed once more.
    const leaseEnd = async () =>
      Number(
        (await admin(`SELECT lease_end FROM ${LINES} WHERE ${lineIs('evt_4')}`))[0]?.['lease_end'],
      );
    const before = await leaseEnd();
    await until(async () => aborted.length > 1 || (await leaseEnd()) > before);
    expect(aborted).toEqual(['evt_2']);
    await unlock();
    ended.resolve();
    await worker.stop();
  });

  it.each<[string, string, (queue: MysqlEventQueue) => Promise<void>]>([
    ['a clean-up deletes the others', 'DELETE', (queue) => queue.cleanUp()],
    [
      'a replay queues the others',
      'UPDATE',
      async (queue) => {
        const { count, failures } = await queue.replay({ since: 0 });
        expect(count).toBe(2);
        throw new AggregateError(failures);
      },
    ],
  ])('when %s', async (_name, statement, change) => {
    const { queue } = await open();
    await admin(`DELETE FROM ${LINES}`);
    await endAll();
    await refuse(database, statement, EVENTS, "event_id = 'evt_1'");
    await lockIn(database, `SELECT 1 FROM ${EVENTS} WHERE inbox = 'inbox' AND event_id = 'evt_2'`);
    expect(await failuresOf(change(queue))).toEqual([SIGNALLED, LOCK_WAIT_TIMEOUT]);
    const left = await admin(
      `SELECT event_id AS id FROM ${EVENTS} WHERE ended_at IS NOT NULL ORDER BY arrival`,
    );
    expect(left.map(({ id }) => String(id))).toEqual(['evt_1', 'evt_2']);
  });

  it('when a replay queues events of lines of which one is locked', async () => {
    const { inbox, queue } = await open();
    await endAll();
    await admin(`UPDATE ${LINES} SET head = 2`);
    // evt_5 is at the end of a line that is locked.
    await store(inbox, 'evt_5', 'evt_1');
    const unlock = await lockLine('evt_1');
    expect(await queue.replay({ since: 0 })).toEqual({ count: 3, failures: [LOCK_WAIT_TIMEOUT] });
    await unlock();
    expect(await queue.replay({ since: 0 })).toEqual({ count: 1, failures: [] });
    const places = await admin(`SELECT position FROM ${EVENTS} ORDER BY arrival`);
    expect(places.map(({ position }) => position)).toEqual([3, 2, 2, 2, 2]);
  });

  it('when leases have ended', async () => {
    const { queue } = await open();
    await queue.fetch(10, 'dies');
    await endLeases(database);
    const drop = await refuse(database, 'UPDATE', LINES, lineIs('evt_1'));
    const unlock = await lockLine('evt_2');
    expect(await failuresOf(queue.recover())).toEqual([SIGNALLED, LOCK_WAIT_TIMEOUT]);
    expect(await states(database)).toEqual(['leased', 'leased', 'waiting', 'waiting']);
    await unlock();
    await drop();
    await queue.recover();
    expect(await states(database)).toEqual(ids.map(() => 'waiting'));
  });

  it('when what a fetch has leased is released', async () => {
    const { queue } = await open();
    await queue.fetch(10, 'lost');
    const drop = await refuse(database, 'UPDATE', LINES, lineIs('evt_1'));
    const unlock = await lockLine('evt_2');
    // Until its lease ends, or the worker would fetch nothing.
    await queue.release('lost');
    await unlock();
    await drop();
    expect(await states(database)).toEqual(['leased', 'leased', 'waiting', 'waiting']);
  });

  it('when the server refuses to lease it', async () => {
    const errors: unknown[] = [];
    const { inbox } = await open({ onError: (error) => errors.push(error) });
    const drop = await refuse(database, 'UPDATE', LINES, lineIs('evt_1'));
    // One at a time, and the refused one is the oldest.
    const seen: string[] = [];
    const process = async ({ id }: { readonly id: string }) => {
      seen.push(id);
      return processed;
    };
    const worker = await startWorker(inbox, process, { concurrency: 1 });
    await until(() => seen.length === 3);
    expect([seen, errors]).toEqual([['evt_2', 'evt_3', 'evt_4'], [SIGNALLED]]);
    await worker.stop();
    await drop();
    const next = await workAndNote(inbox);
    await until(() => next.seen.length === 1);
  });

  it('when it is the first of several suspects', async () => {
    const { inbox, queue } = await open({ onError: () => {} });
    await queue.fetch(10, 'dies');
    await endLeases(database);
    await queue.recover();
    await admin(`UPDATE ${LINES} SET run_at = 0 WHERE ${lineIs('evt_1')}`);
    await admin(`UPDATE ${EVENTS} SET event = '{' WHERE event_id = 'evt_1'`);
    const worker = await workAndNote(inbox);
    await until(async () => (await inbox.deadLetters()).length === 1 && worker.seen.length === 3);
    expect([...worker.seen].sort()).toEqual(ids.slice(1));
    expect((await inbox.deadLetters())[0]?.reason).toMatch(/is damaged$/);
  });

  it('and one that is gone is a dead letter without an id, also when it is replayed', async () => {
    const { inbox } = await open({ onError: () => {} });
    await admin(`DELETE FROM ${EVENTS} WHERE event_id = 'evt_1'`);
    const worker = await workAndNote(inbox);
    for (let replayed = 0; replayed < 2; replayed += 1) {
      await until(async () => (await inbox.deadLetters()).length === 1);
      expect(await inbox.deadLetters()).toEqual([
        {
          event: { id: '', type: '(unreadable)', created: '', data: null },
          attempts: 0,
          reason: 'never_ran: what the inbox had stored is gone',
          givenUpAt: expect.any(Number),
        },
      ]);
      expect(await inbox.replay({ since: 0, deadOnly: true })).toBe(1);
    }
    await until(() => worker.seen.length === 3);
  });
});
