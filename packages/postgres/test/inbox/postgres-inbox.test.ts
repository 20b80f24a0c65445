import { type EventEnvelope, RetryLater, type WorkableInbox } from '@screening-webhooks/core';
import type { Pool, PoolClient } from 'pg';
import { deferred } from 'screening-webhooks-test-support/deferred';
import {
  eventOf,
  processed,
  startWorker,
  store,
  workAndNote,
  workThrough,
} from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import { postgresEventQueue } from '../../src/inbox/postgres-event-queue.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import { createSqlClient } from '../../src/sql/create-sql-client.js';
import { EVENTS, LINES, useInboxDatabase } from '../support/inbox-tables.js';
import { describeOnServer } from '../support/server.js';
import { spyOn } from '../support/spied-pool.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeOnServer('postgresInbox', () => {
  const database = useInboxDatabase();
  let pool: Pool;
  beforeAll(() => {
    pool = database.pool();
  });

  const openInbox = (options: PostgresInboxOptions = {}) =>
    postgresInbox(pool, { backoff: 50, pollInterval: 20, ...options });

  it.each(['7', 'a:b:c', 'ümläut', '', "'; --", 'nul\0', '\ud800', 'x'.repeat(5000), '__proto__'])(
    'stores and replays the unusual event id %j',
    async (id) => {
      const inbox = openInbox();
      expect(await store(inbox, id)).toBe('stored');
      expect(await store(inbox, id)).toBe('duplicate');
      await workThrough(inbox, 1);
      expect(await inbox.replay({ id })).toBe(1);
      await workThrough(inbox, 1);
    },
  );

  it('keeps what jsonb would not: NUL, an unpaired surrogate, the order of keys', async () => {
    const inbox = openInbox({ orderBy: 'verificationId' });
    const odd = { z: 'a\0b', a: '\ud83d', n: 1e300, ['__proto__']: 1 };
    const event = { ...eventOf('evt_odd'), data: { verificationId: 'dv\0', formData: odd } };
    await inbox.store(event, { key: 'int:evt_odd', receivedAt: 1 });
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
    const random = Array.from({ length: 9000 }, () => String.fromCharCode(33 + Math.random() * 90));
    expect(await store(inbox, 'evt_1', random.join(''))).toBe('stored');
    await workThrough(inbox, 1);
  });

  it('stores a reason with characters that PostgreSQL rejects', async () => {
    const inbox = openInbox({ attempts: 1 });
    const reason = await reasonOf(inbox, async () => ({ kind: 'failed', error: 'a\0b\ud800' }));
    expect(reason).toBe('a\ufffdb\ufffd');
  });

  it('has committed when it answers stored', async () => {
    const inbox = openInbox();
    await store(inbox, 'evt_1');
    expect(await database.admin(`SELECT ended_at FROM ${EVENTS}`)).toEqual([{ ended_at: null }]);
  });

  /** Works until the inbox has a dead letter, and resolves with its reason. */
  async function reasonOf(
    inbox: WorkableInbox,
    process: Parameters<WorkableInbox['work']>[0],
  ): Promise<string | undefined> {
    await store(inbox, 'evt_1');
    const worker = await startWorker(inbox, process);
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    return (await inbox.deadLetters())[0]?.reason;
  }

  /**
   * Waits until the event has failed so often, checks that it was scheduled exactly `delay` seconds after a moment between
   * `since` and now, and makes it due. Resolves with a time of the server before that: the worker may run it at once.
   */
  async function expectRetry(failures: number, delay: number, since: unknown): Promise<unknown> {
    const where = `token IS NULL AND attempts = ${failures}`;
    await until(
      async () => (await database.admin(`SELECT FROM ${LINES} WHERE ${where}`)).length === 1,
    );
    const [row] = await database.admin(
      `SELECT run_at - $2 * interval '1 s' BETWEEN $1 AND clock_timestamp() AS exact FROM ${LINES}`,
      [since, delay],
    );
    expect(row).toEqual({ exact: true });
    const due = `UPDATE ${LINES} SET run_at = now() WHERE ${where} RETURNING now()::text AS now`;
    return (await database.admin(due))[0]?.['now'];
  }

  const serverTime = async () =>
    (await database.admin('SELECT clock_timestamp()::text AS now'))[0]?.['now'];

  it('waits as long as RetryLater requests', async () => {
    const inbox = openInbox({ backoff: 10 });
    await store(inbox, 'evt_1');
    let runs = 0;
    const since = await serverTime();
    const worker = await startWorker(inbox, async () => {
      runs += 1;
      if (runs > 1) return processed;
      return { kind: 'failed', error: new RetryLater({ after: 3600 }), retryAfter: 3600 };
    });
    await expectRetry(1, 3600, since);
    await until(() => runs === 2);
    await worker.stop();
  });

  it('doubles the delay up to maxBackoff', async () => {
    const inbox = openInbox({ backoff: HOUR, maxBackoff: 2.5 * HOUR });
    await store(inbox, 'evt_1');
    let since = await serverTime();
    const worker = await startWorker(inbox, async () => ({ kind: 'failed', error: 'no' }));
    for (const [index, hours] of [1, 2, 2.5].entries()) {
      since = await expectRetry(index + 1, hours * 3600, since);
    }
    await worker.stop();
  });

  it('remembers ids for the retention, and forgets them after it', async () => {
    const options = { retention: 2 * DAY };
    const inbox = openInbox(options);
    const queue = postgresEventQueue(createSqlClient(pool), postgresInboxSettings(options));
    const work = () =>
      startWorker(inbox, async ({ id }) =>
        id === 'evt_dead'
          ? { kind: 'rejected', rejection: { ok: false, code: 'data_invalid' } }
          : processed,
      );
    const age = () =>
      database.admin(`UPDATE ${EVENTS} SET ended_at = ended_at - interval '1.5 days'`);
    await store(inbox, 'evt_done');
    await store(inbox, 'evt_dead');
    const first = await work();
    await until(
      async () =>
        (await database.admin(`SELECT FROM ${EVENTS} WHERE ended_at IS NULL`)).length === 0,
    );
    await first.stop();
    expect(await inbox.deadLetters()).toHaveLength(1);
    await age();
    await queue.cleanUp();
    expect([await store(inbox, 'evt_done'), await store(inbox, 'evt_dead')]).toEqual([
      'duplicate',
      'duplicate',
    ]);
    await age();
    const second = await work();
    await until(async () => (await database.admin(`SELECT FROM ${EVENTS}`)).length === 0);
    await second.stop();
    expect(await store(inbox, 'evt_dead')).toBe('stored');
  });

  it('keeps waiting events for longer than any retention', async () => {
    const options = { retention: 1 };
    await store(openInbox(options), 'evt_1');
    await database.admin(`UPDATE ${EVENTS} SET stored_at = now() - interval '90 years'`);
    await postgresEventQueue(createSqlClient(pool), postgresInboxSettings(options)).cleanUp();
    expect(await database.admin(`SELECT FROM ${EVENTS}`)).toHaveLength(1);
  });

  it('pauses every process, including those that start later', async () => {
    const seen: string[] = [];
    /** A worker of its own process, and how often it has asked whether the inbox is paused. */
    async function workElsewhere() {
      const { pool: spied, texts } = spyOn(database.pool());
      const inbox = postgresInbox<PoolClient>(spied, { pollInterval: 20 });
      const worker = await startWorker(inbox, async ({ id }) => {
        seen.push(id);
        return processed;
      });
      const isPausedQuery = /^SELECT true FROM \S+inbox_paused/;
      return { worker, checks: () => texts.filter((text) => isPausedQuery.test(text)).length };
    }
    const early = await workElsewhere();
    const other = openInbox();
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

  it('counts an invalid outcome as a failure, with a reason', async () => {
    const inbox = openInbox({ attempts: 1 });
    const reason = await Reflect.apply(reasonOf, undefined, [inbox, async () => {}]);
    expect(reason).toContain('return the result of receiver.dispatch');
  });

  it('says in the reason of a rejected event that its handler never ran', async () => {
    const reason = await reasonOf(openInbox(), async () => ({
      kind: 'rejected',
      rejection: { ok: false, code: 'data_invalid' },
    }));
    expect(reason).toBe('never_ran: rejected: data_invalid');
  });

  it('returns the newest dead letters first, up to the limit', async () => {
    const inbox = openInbox({ attempts: 1 });
    const worker = await startWorker(inbox, async () => ({ kind: 'failed', error: 'no' }));
    for (const [index, id] of ['evt_1', 'evt_2', 'evt_3'].entries()) {
      await store(inbox, id);
      await until(async () => (await inbox.deadLetters()).length > index);
    }
    await worker.stop();
    const ids = (await inbox.deadLetters({ limit: 2 })).map(({ event }) => event.id);
    expect(ids).toEqual(['evt_3', 'evt_2']);
    expect(await inbox.deadLetters({ limit: 0 })).toEqual([]);
  });

  it('fetches what its own process stores at once, however long the poll interval is', async () => {
    const inbox = openInbox({ pollInterval: HOUR });
    const worker = await workAndNote(inbox);
    for (let stored = 1; stored <= 3; stored += 1) {
      await store(inbox, `evt_${stored}`);
      await until(() => worker.seen.length === stored);
    }
    await worker.stop();
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
});
