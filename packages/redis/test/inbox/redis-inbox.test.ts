import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { InboxOptions, InboxWorker, WorkableInbox } from '@screening-webhooks/core';
import { RetryLater } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { DelayedError, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireService } from '../../../testing/test/support/service.js';
import { type RedisInboxOptions, redisInbox } from '../../src/inbox/index.js';
import { deleteKeys, openIoredis, pingRedis } from '../support/clients.js';
import { until } from '../support/redis-server.js';

const answers = await requireService('Redis', pingRedis);
const processed = { kind: 'processed' } as const;

describe('redisInbox throws at construction', () => {
  const connection = new Redis({ lazyConnect: true, maxRetriesPerRequest: null });
  it('for an ioredis client that gives up', () => {
    const client = new Redis({ lazyConnect: true });
    expect(() => redisInbox({ connection: client })).toThrow('maxRetriesPerRequest: null');
  });
  it('for what is no client', () => {
    const options = { host: '127.0.0.1', port: 6379 };
    expect(() => redisInbox({ connection: options as never })).toThrow('new Redis(…)');
  });
  it.each<[string, Partial<RedisInboxOptions>]>([
    ['attempts', { attempts: 0 }],
    ['attempts', { attempts: 1.5 }],
    ['backoff', { backoff: -1 }],
    ['maxBackoff', { maxBackoff: Number.NaN }],
    ['retention', { retention: 0 }],
    ['lease', { lease: Infinity }],
    ['timeout', { timeout: 0 }],
    ['orderBy', { orderBy: 'id' as InboxOptions['orderBy'] & string }],
  ])('for a malformed %s', (option, options) => {
    expect(() => redisInbox({ connection, ...options })).toThrow(`${option}: expected`);
  });
});

describe.skipIf(!answers)('redisInbox', () => {
  const run = randomUUID();
  let connection: Redis;
  beforeAll(async () => {
    connection = (await openIoredis()).client;
  });
  afterAll(async () => {
    await deleteKeys(connection, `{test-${run}`);
    connection.disconnect();
  });

  function inboxOf(options: Partial<RedisInboxOptions> = {}) {
    const prefix = `{test-${run}-${randomUUID()}}`;
    const inbox = redisInbox({ connection, prefix, backoff: 50, ...options });
    return { inbox, prefix, queue: () => new Queue('inbox', { connection, prefix }) };
  }

  async function store(inbox: WorkableInbox, id: string, verificationId = 'dv_1') {
    const event = fixture('document_verification.recorded', { id, data: { verificationId } });
    return inbox.store(event, { key: `int:${id}`, receivedAt: Date.now() });
  }

  it.each(['7', 'a:b:c', 'a:b', 'ümläut', '', '*', '\ud800', 'x'.repeat(5000), '[a]', '__proto__'])(
    'takes an event id as odd as %j, and replays it',
    async (id) => {
      const { inbox } = inboxOf();
      expect(await store(inbox, id)).toBe('stored');
      expect(await store(inbox, id)).toBe('duplicate');
      let runs = 0;
      const worker = await inbox.work(async () => {
        runs += 1;
        return processed;
      });
      await until(() => runs === 1);
      await until(async () => (await inbox.replay({ id })) === 1);
      await until(() => runs === 2);
      await worker.stop();
    },
  );

  it('answers stored again to nobody, and duplicate only where the job is there', async () => {
    const { inbox, queue } = inboxOf();
    expect(await store(inbox, 'evt_1')).toBe('stored');
    expect(await store(inbox, 'evt_1')).toBe('duplicate');
    await queue().obliterate({ force: true });
    expect(await store(inbox, 'evt_1')).toBe('stored');
  });

  it('forgets done events some time after their retention', async () => {
    const { inbox } = inboxOf({ retention: 1000 });
    const worker = await inbox.work(async () => processed);
    await store(inbox, 'evt_old');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await store(inbox, 'evt_old')).toBe('duplicate');
    await store(inbox, 'evt_new');
    await until(async () => (await store(inbox, 'evt_old')) === 'stored');
    await worker.stop();
  });

  it('aborts the signal of an event whose lease was lost, by an error that goes by its name', async () => {
    const { inbox, prefix } = inboxOf({ lease: 600 });
    await store(inbox, 'evt_1');
    const reasons: unknown[] = [];
    const worker = await inbox.work(async (_event, { signal }) => {
      if (reasons.length > 0) return processed;
      await connection.del(...(await connection.keys(`${prefix}:*:lock`)));
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      reasons.push(signal.reason);
      return processed;
    });
    await until(() => reasons.length === 1);
    expect(reasons[0]).toMatchObject({ name: 'LeaseLostError' });
    await worker.stop();
  });

  it('waits as long as RetryLater asks', async () => {
    const { inbox } = inboxOf({ backoff: 10 });
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

  it('does not take an error of a handler for an order to itself', async () => {
    const { inbox } = inboxOf({ attempts: 2 });
    await store(inbox, 'evt_1');
    let runs = 0;
    const worker = await inbox.work(async () => {
      runs += 1;
      throw new DelayedError('bullmq:rateLimitExceeded');
    });
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    expect(runs).toBe(2);
  });

  it('counts an answer that is no outcome as a failure, and says so', async () => {
    const { inbox } = inboxOf({ attempts: 1 });
    await store(inbox, 'evt_1');
    const worker = await inbox.work((async () => {}) as never);
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    expect((await inbox.deadLetters())[0]?.reason).toContain('return what receiver.dispatch gives');
  });

  it('does not take an attempt from an event that it gave back', async () => {
    const { inbox } = inboxOf({ attempts: 1 });
    await store(inbox, 'evt_1');
    let started = false;
    const worker = await inbox.work((_event, { signal }) => {
      started = true;
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'failed', error: signal.reason }));
      });
    });
    await until(() => started);
    await worker.stop({ timeout: 50 });
    expect(await inbox.deadLetters()).toEqual([]);
    let again = false;
    const next = await inbox.work(async () => {
      again = true;
      return processed;
    });
    await until(() => again);
    await next.stop();
  });

  it('stops in time a worker whose handler does not listen', async () => {
    const { inbox } = inboxOf();
    await store(inbox, 'evt_1');
    let started = false;
    const worker = await inbox.work(() => {
      started = true;
      return new Promise(() => {});
    });
    await until(() => started);
    const asked = Date.now();
    await worker.stop({ timeout: 50 });
    expect(Date.now() - asked).toBeLessThan(4000);
  });

  it('gives the newest dead letters first, as many as asked for', async () => {
    const { inbox } = inboxOf({ attempts: 1 });
    const worker = await inbox.work(
      async () => ({ kind: 'rejected', rejection: { ok: false, code: 'data_invalid' } }),
      { concurrency: 1 },
    );
    for (const id of ['evt_1', 'evt_2', 'evt_3']) {
      const already = (await inbox.deadLetters()).length;
      await store(inbox, id);
      await until(async () => (await inbox.deadLetters()).length > already);
    }
    await worker.stop();
    const letters = await inbox.deadLetters({ limit: 2 });
    expect(letters.map(({ event, reason }) => `${event.id} ${reason}`)).toEqual([
      'evt_3 rejected: data_invalid',
      'evt_2 rejected: data_invalid',
    ]);
    expect(await inbox.deadLetters({ limit: 0 })).toEqual([]);
  });

  it('keeps an order through failures that outlast the attempts, over several workers', async () => {
    const { inbox, prefix } = inboxOf({ attempts: 3, backoff: 100, orderBy: 'verificationId' });
    const seen: string[] = [];
    const workers: InboxWorker[] = [];
    for (let index = 0; index < 3; index += 1) {
      workers.push(
        await inbox.work(async ({ id }) => {
          seen.push(id);
          if (id === 'evt_1') return { kind: 'failed', error: 'never works' };
          return processed;
        }),
      );
    }
    const ids = Array.from({ length: 40 }, (_, index) => `evt_${index}`);
    for (const id of ids) await store(inbox, id);
    await until(() => seen.length >= 42, 20_000);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(seen).toEqual(['evt_0', 'evt_1', 'evt_1', 'evt_1', ...ids.slice(2)]);
    // Nothing is left of the line.
    expect(await connection.exists(`${prefix}:inbox:order:dv_1`)).toBe(0);
  }, 30_000);

  it('gives the event of a worker that was killed to another, before what comes after it', async () => {
    const { inbox, prefix } = inboxOf({ lease: 1000, orderBy: 'verificationId' });
    await store(inbox, 'evt_1');
    await store(inbox, 'evt_2');
    const program = fileURLToPath(new URL('../support/work-in-process.ts', import.meta.url));
    const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', program];
    const child = spawn(process.execPath, [...flags, prefix, '1000']);
    const [started] = await once(child.stdout, 'data');
    expect(String(started)).toBe('evt_1');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;

    const seen: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      seen.push(id);
      return processed;
    });
    await until(() => seen.length >= 2, 20_000);
    await worker.stop();
    expect(seen).toEqual(['evt_1', 'evt_2']);
  }, 40_000);
});
