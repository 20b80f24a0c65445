import { RetryLater, type WorkableInbox } from '@screening-webhooks/core';
import { beforeAll, expect, it, vi } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import { eventOf, processed, store } from '../support/inbox-events.js';
import { createTestDatabase, describeOnServer, type TestDatabase } from '../support/server.js';
import { sleep } from '../support/sleep.js';
import { until } from '../support/until.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const JOBS = 'screening_webhook_inbox.job';

describeOnServer('postgresInbox', () => {
  let database: TestDatabase;
  let queues = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
  });

  async function inboxOf(options: PostgresInboxOptions = {}) {
    queues += 1;
    const name = `queue-${queues}`;
    const inbox = postgresInbox(database.pool(), { name, backoff: 50, ...options });
    await inbox.migrate();
    return { inbox, name };
  }

  async function workOne(inbox: WorkableInbox) {
    const seen: unknown[] = [];
    const worker = await inbox.work(async (event) => {
      seen.push(event);
      return processed;
    });
    await until(() => seen.length > 0);
    await worker.stop();
    return seen[0];
  }

  it.each(['7', 'a:b:c', 'ümläut', '', "'; --", 'nul\0', '\ud800', 'x'.repeat(5000), '__proto__'])(
    'takes an event id as odd as %j, and replays it',
    async (id) => {
      const { inbox } = await inboxOf();
      expect(await store(inbox, id)).toBe('stored');
      expect(await store(inbox, id)).toBe('duplicate');
      await workOne(inbox);
      expect(await inbox.replay({ id })).toBe(1);
      await workOne(inbox);
    },
  );

  it('keeps what jsonb does not: NUL, half a surrogate pair, -0, and the order of keys', async () => {
    const { inbox } = await inboxOf({ orderBy: 'verificationId' });
    const odd = { z: 'a\0b', a: '\ud83d', n: 1e300, ['__proto__']: 1 };
    const event = { ...eventOf('evt_odd'), data: { verificationId: 'dv\0', formData: odd } };
    await inbox.store(event, { key: 'int:evt_odd', receivedAt: 1 });
    expect(JSON.stringify(await workOne(inbox))).toBe(JSON.stringify(event));
  });

  it('takes a value to order by that is too long for an index', async () => {
    const { inbox } = await inboxOf({ orderBy: 'verificationId' });
    const random = Array.from({ length: 9000 }, () => String.fromCharCode(33 + Math.random() * 90));
    expect(await store(inbox, 'evt_1', random.join(''))).toBe('stored');
    await workOne(inbox);
  });

  it('keeps a reason that PostgreSQL would not take', async () => {
    const { inbox } = await inboxOf({ attempts: 1 });
    await store(inbox, 'evt_1');
    const worker = await inbox.work(async () => ({ kind: 'failed', error: 'a\0b\ud800' }));
    await until(async () => (await inbox.deadLetters()).length > 0);
    await worker.stop();
    expect((await inbox.deadLetters())[0]?.reason).toBe('a\ufffdb\ufffd');
  });

  it('says stored when the COMMIT is done', async () => {
    const { inbox, name } = await inboxOf();
    await store(inbox, 'evt_1');
    expect(await database.admin(`SELECT state FROM ${JOBS} WHERE name = $1`, [name])).toEqual([
      { state: 'created' },
    ]);
  });

  it('waits as long as RetryLater asks', async () => {
    const { inbox } = await inboxOf({ backoff: 10 });
    await store(inbox, 'evt_1');
    const times: number[] = [];
    const worker = await inbox.work(async () => {
      times.push(Date.now());
      if (times.length > 1) return processed;
      return { kind: 'failed', error: new RetryLater({ after: 1 }), retryAfter: 1 };
    });
    await until(() => times.length === 2);
    await worker.stop();
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(950);
  });

  it('doubles the wait up to maxBackoff', async () => {
    const { inbox, name } = await inboxOf({ backoff: 60_000, maxBackoff: 150_000 });
    await store(inbox, 'evt_1');
    const worker = await inbox.work(async () => ({ kind: 'failed', error: 'no' }));
    const waits: number[] = [];
    for (const failures of [1, 2, 3]) {
      const where = `name = '${name}' AND state = 'retry' AND retry_count = ${failures}`;
      const wait = `round(extract(epoch FROM start_after - now()) / 30)::int * 30 AS wait`;
      await until(async () => {
        const [row] = await database.admin(`SELECT ${wait} FROM ${JOBS} WHERE ${where}`);
        if (row) waits.push(Number(row['wait']));
        return row !== undefined;
      });
      await database.admin(`UPDATE ${JOBS} SET start_after = now() WHERE ${where}`);
    }
    await worker.stop();
    expect(waits).toEqual([60, 120, 150]);
  });

  it('remembers ids for the retention, and forgets them soon after', async () => {
    const { inbox, name } = await inboxOf({ retention: 1000 });
    const worker = await inbox.work(async ({ id }) =>
      id === 'evt_dead'
        ? { kind: 'rejected', rejection: { ok: false, code: 'data_invalid' } }
        : processed,
    );
    await store(inbox, 'evt_done');
    await store(inbox, 'evt_dead');
    await until(async () => (await inbox.deadLetters()).length === 1);
    expect(await store(inbox, 'evt_done')).toBe('duplicate');
    await until(
      async () => (await database.admin(`SELECT FROM ${JOBS} WHERE name = '${name}'`)).length === 0,
    );
    expect(await store(inbox, 'evt_dead')).toBe('stored');
    await worker.stop();
  });

  it('keeps what waits for longer than any retention', async () => {
    const { inbox, name } = await inboxOf({ retention: 1 });
    await store(inbox, 'evt_1');
    const [row] = await database.admin(
      `SELECT keep_until > now() + interval '90 years' AS kept FROM ${JOBS} WHERE name = $1`,
      [name],
    );
    expect(row).toEqual({ kept: true });
  });

  it('pauses every process, those that start later too', async () => {
    const { inbox, name } = await inboxOf();
    const seen: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      seen.push(id);
      return processed;
    });
    const other = postgresInbox(database.pool(), { name });
    await other.pause();
    await store(inbox, 'evt_1');
    const late = await postgresInbox(database.pool(), { name }).work(async ({ id }) => {
      seen.push(id);
      return processed;
    });
    await sleep(800);
    expect(seen).toEqual([]);
    const [row] = await database.admin(`SELECT retry_count FROM ${JOBS} WHERE name = $1`, [name]);
    expect(row).toEqual({ retry_count: 0 });
    await other.resume();
    await until(() => seen.length === 1);
    await Promise.all([worker.stop(), late.stop()]);
  });

  it('counts an answer that is no outcome as a failure, and says so', async () => {
    const { inbox } = await inboxOf({ attempts: 1 });
    await store(inbox, 'evt_1');
    const worker = await Reflect.apply(inbox.work, inbox, [async () => {}]);
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    expect((await inbox.deadLetters())[0]?.reason).toContain('return what receiver.dispatch gives');
  });

  it('gives the newest dead letters first, as many as asked for', async () => {
    const { inbox } = await inboxOf({ attempts: 1 });
    const worker = await inbox.work(async () => ({ kind: 'failed', error: 'no' }));
    for (const [index, id] of ['evt_1', 'evt_2', 'evt_3'].entries()) {
      await store(inbox, id);
      await until(async () => (await inbox.deadLetters()).length > index);
    }
    await worker.stop();
    const ids = (await inbox.deadLetters({ limit: 2 })).map(({ event }) => event.id);
    expect(ids).toEqual(['evt_3', 'evt_2']);
    expect(await inbox.deadLetters({ limit: 0 })).toEqual([]);
  });

  it('takes what its own process stores at once, however long the interval', async () => {
    const { inbox } = await inboxOf({ pollInterval: 60_000 });
    let runs = 0;
    const worker = await inbox.work(async () => {
      runs += 1;
      return processed;
    });
    for (let stored = 1; stored <= 3; stored += 1) {
      await store(inbox, `evt_${stored}`);
      await until(() => runs === stored);
    }
    await worker.stop();
  });

  it('is not held up by a slow event', async () => {
    const { inbox } = await inboxOf({ pollInterval: 60_000 });
    let end = (): void => {};
    const seen: string[] = [];
    const worker = await inbox.work(
      async ({ id }) => {
        if (id === 'evt_slow') await new Promise<void>((resolve) => (end = resolve));
        seen.push(id);
        return processed;
      },
      { concurrency: 2 },
    );
    await store(inbox, 'evt_slow');
    for (let index = 0; index < 20; index += 1) await store(inbox, `evt_${index}`);
    await until(() => seen.length === 20);
    end();
    await worker.stop();
    expect(seen.at(-1)).toBe('evt_slow');
  });
});
