import { RetryLater } from '@screening-webhooks/core';
import { DelayedError, Worker } from 'bullmq';
import {
  processed,
  startWorker,
  store,
  workAndNote,
  workThrough,
} from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { deleteKeys } from '../support/clients.js';
import { expireLocks } from '../support/dead-worker.js';
import { describeOnRedis, useInboxes } from '../support/on-redis.js';

describeOnRedis('redisInbox', () => {
  const { connection, createInbox } = useInboxes({ backoff: 10 });

  it.each(['7', 'a:b:c', 'a:b', 'ümläut', '', '*', '\ud800', 'x'.repeat(5000), '[a]', '__proto__'])(
    'accepts the unusual event id %j, and replays it',
    async (id) => {
      const { inbox } = createInbox();
      expect(await store(inbox, id)).toBe('stored');
      expect(await store(inbox, id)).toBe('duplicate');
      const worker = await workAndNote(inbox);
      await until(() => worker.seen.length === 1);
      await until(async () => (await inbox.replay({ id })) === 1);
      await until(() => worker.seen.length === 2);
      await worker.stop();
    },
  );

  // Fields of a job's hash. Those with a reason cost the event; the others only what they held.
  it.each<[string, Record<string, string>, string?]>([
    ['data null', { data: 'null' }, 'damaged'],
    ['data a number', { data: '5' }, 'damaged'],
    ['data a text', { data: '"x"' }, 'damaged'],
    ['data a list', { data: '[]' }, 'damaged'],
    ['data without an event', { data: '{}' }, 'damaged'],
    ['data that JavaScript cannot read', { data: '{"event":NaN}' }, 'damaged'],
    ['an event that is a number', { data: '{"event":5}' }, 'damaged'],
    ['an event without a type', { data: '{"event":{"id":"evt_0"}}' }, 'damaged'],
    ['an event without an id', { data: '{"event":{"type":"a"}}' }, 'damaged'],
    ['options that are no JSON', { opts: '{' }],
    ['options null', { opts: 'null' }],
    ['progress that is no JSON', { progress: '{' }],
    ['a stack trace that is no JSON', { stacktrace: '{' }],
    ['a parent that is no JSON', { parent: '{' }],
    ['a count that is no number', { ats: 'x' }],
  ])('runs the others of a line beside a job with %s', async (_name, fields, state) => {
    const { inbox, queue } = createInbox({ orderBy: 'verificationId' });
    const ids = ['evt_0', 'evt_1', 'evt_2', 'evt_3'];
    for (const id of ids) await store(inbox, id);
    // The first one waits for a worker, the other one for its turn.
    for (const id of ['evt_0', 'evt_2']) {
      const [key = ''] = await connection.keys(queue.toKey(`${id}~*`));
      await connection.hset(key, fields);
    }
    const seen = await workThrough(inbox, state ? 2 : 4);
    expect(seen).toEqual(state ? ['evt_1', 'evt_3'] : ids);
    if (!state) return;
    await until(async () => (await inbox.deadLetters()).length === 2);
    const reason = `never_ran: what the inbox had stored is ${state}`;
    expect(await inbox.deadLetters()).toMatchObject([
      { event: { id: 'evt_2', type: '(unreadable)' }, attempts: 0, reason },
      { event: { id: 'evt_0', type: '(unreadable)' }, attempts: 0, reason },
    ]);
  });

  it('a job that is gone while it waits for its turn is a dead letter, and its line goes on', async () => {
    const { inbox, queue } = createInbox({ orderBy: 'verificationId' });
    for (const id of ['evt_0', 'evt_1', 'evt_2']) await store(inbox, id);
    await connection.del(await connection.keys(queue.toKey('evt_1~*')));
    expect(await workThrough(inbox, 2)).toEqual(['evt_0', 'evt_2']);
    const [letter] = await inbox.deadLetters();
    expect(letter).toMatchObject({
      event: { id: 'evt_1' },
      reason: expect.stringContaining('gone'),
    });
  });

  it('lists a job of another program as a dead letter', async () => {
    const { inbox, queue } = createInbox();
    await queue.add('mail', { to: 'a' });
    await store(inbox, 'evt_1');
    expect(await workThrough(inbox, 1)).toEqual(['evt_1']);
    await until(async () => (await inbox.deadLetters()).length === 1);
    expect((await inbox.deadLetters())[0]?.event).toMatchObject({ id: '', type: '(unreadable)' });
  });

  it('replays the others and tells onError of a dead letter that cannot be read', async () => {
    const errors: Error[] = [];
    const onError = (error: Error) => errors.push(error);
    const { inbox, queue } = createInbox({ attempts: 1, orderBy: 'verificationId', onError });
    for (const id of ['evt_0', 'evt_1', 'evt_2']) await store(inbox, id);
    const failing = await startWorker(inbox, async () => ({ kind: 'failed', error: 'not yet' }));
    await until(async () => (await inbox.deadLetters()).length === 3);
    await failing.stop();
    const [unreadable = ''] = await connection.keys(queue.toKey('evt_0~*'));
    await connection.hset(unreadable, 'data', '{');
    const [damaged = ''] = await connection.keys(queue.toKey('evt_1~*'));
    await connection.hset(damaged, 'opts', '{');
    expect(await inbox.replay({ since: 0 })).toBe(2);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^evt_0~.* is not replayed: never_ran: .* damaged$/),
    ]);
    expect(await workThrough(inbox, 2)).toEqual(['evt_1', 'evt_2']);
  });

  it('answers duplicate only while the job exists', async () => {
    const { inbox, queue } = createInbox();
    expect(await store(inbox, 'evt_1')).toBe('stored');
    expect(await store(inbox, 'evt_1')).toBe('duplicate');
    await queue.obliterate({ force: true });
    expect(await store(inbox, 'evt_1')).toBe('stored');
  });

  it('forgets done events after their retention, when a later event ends', async () => {
    const retention = 3_600_000;
    const { inbox, queue } = createInbox({ retention });
    const worker = await workAndNote(inbox);
    await store(inbox, 'evt_old');
    await until(async () => (await queue.getCompletedCount()) === 1);
    const [job] = await queue.getCompleted();
    await connection.zincrby(queue.toKey('completed'), -2 * retention, String(job?.id));
    expect(await store(inbox, 'evt_old')).toBe('duplicate');
    await store(inbox, 'evt_new');
    await until(async () => (await store(inbox, 'evt_old')) === 'stored');
    await worker.stop();
  });

  it('aborts the signal of an event whose lease was lost, with a LeaseLostError', async () => {
    const { inbox, queue } = createInbox({ lease: 1000 });
    await store(inbox, 'evt_1');
    const reasons: unknown[] = [];
    const worker = await startWorker(inbox, async (_event, { signal }) => {
      if (reasons.length > 0) return processed;
      await deleteKeys(connection, queue.toKey('evt_1~*:lock'));
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      reasons.push(signal.reason);
      return processed;
    });
    await until(() => reasons.length > 0);
    expect(reasons[0]).toMatchObject({ name: 'LeaseLostError' });
    await worker.stop();
  });

  it('waits as long as RetryLater asks', async () => {
    const { inbox, queue } = createInbox();
    await store(inbox, 'evt_1');
    // The time of the retry is by the server's clock too.
    const now = async () => {
      const [seconds, microseconds] = await connection.time();
      return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
    };
    const before = await now();
    let runs = 0;
    const worker = await startWorker(inbox, async () => {
      runs += 1;
      if (runs > 1) return processed;
      return { kind: 'failed', error: new RetryLater({ after: 3600 }), retryAfter: 3600 };
    });
    await until(async () => (await queue.getDelayedCount()) === 1);
    const [job] = await queue.getDelayed();
    const dueAt = Number(await connection.zscore(queue.toKey('retries'), String(job?.id)));
    expect(dueAt - 3_600_000).toBeGreaterThanOrEqual(before);
    expect(dueAt - 3_600_000).toBeLessThanOrEqual(await now());
    await job?.promote();
    await until(() => runs === 2);
    await worker.stop();
  });

  it('does not obey an error of a handler that looks like one of BullMQ', async () => {
    const { inbox } = createInbox({ attempts: 2 });
    await store(inbox, 'evt_1');
    let runs = 0;
    const worker = await startWorker(inbox, async () => {
      runs += 1;
      throw new DelayedError('bullmq:rateLimitExceeded');
    });
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    expect(runs).toBe(2);
  });

  it('counts a process function that resolves without an outcome as a failure, and says so', async () => {
    const { inbox } = createInbox({ attempts: 1 });
    await store(inbox, 'evt_1');
    const worker = await startWorker(inbox, (async () => {}) as never);
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    expect((await inbox.deadLetters())[0]?.reason).toContain('return what receiver.dispatch gives');
  });

  it('does not count an attempt that a stopping worker ended', async () => {
    const { inbox } = createInbox({ attempts: 1 });
    await store(inbox, 'evt_1');
    let started = false;
    const worker = await startWorker(inbox, (_event, { signal }) => {
      started = true;
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'failed', error: signal.reason }));
      });
    });
    await until(() => started);
    // The handler does not end before.
    await worker.stop({ timeout: 50 });
    expect(await inbox.deadLetters()).toEqual([]);
    await workThrough(inbox, 1);
  });

  it('stops a worker whose handler ignores its signal, and returns the event to the queue', async () => {
    const { inbox, queue } = createInbox();
    await store(inbox, 'evt_1');
    let started = false;
    const worker = await startWorker(inbox, () => {
      started = true;
      return new Promise(() => {});
    });
    await until(() => started);
    // The handler does not end before.
    await worker.stop({ timeout: 50 });
    await until(async () => (await queue.getWaitingCount()) === 1);
    expect(await queue.getActiveCount()).toBe(0);
  });

  it('returns the newest dead letters first, up to the limit', async () => {
    const { inbox } = createInbox({ attempts: 1 });
    const worker = await startWorker(
      inbox,
      async () => ({ kind: 'rejected', rejection: { ok: false, code: 'data_invalid' } }),
      { concurrency: 1 },
    );
    for (const id of ['evt_1', 'evt_2', 'evt_3']) {
      const count = (await inbox.deadLetters()).length;
      await store(inbox, id);
      await until(async () => (await inbox.deadLetters()).length > count);
    }
    await worker.stop();
    const letters = await inbox.deadLetters({ limit: 2 });
    expect(letters.map(({ event, reason }) => `${event.id} ${reason}`)).toEqual([
      'evt_3 never_ran: rejected: data_invalid',
      'evt_2 never_ran: rejected: data_invalid',
    ]);
    expect(await inbox.deadLetters({ limit: 0 })).toEqual([]);
  });

  it('gives the event of a dead worker to another, before the next event of the same order value', async () => {
    const { inbox, queue, options } = createInbox({ orderBy: 'verificationId' });
    await store(inbox, 'evt_1');
    await store(inbox, 'evt_2');
    // A worker that takes an event and then does nothing.
    const { prefix } = options;
    const dead = new Worker('inbox', undefined, { connection, prefix, autorun: false });
    const job = await dead.getNextJob('token of the dead worker', { block: false });
    expect(job?.data.event.id).toBe('evt_1');
    await dead.close(true);
    await expireLocks(connection, queue);
    expect(await workThrough(inbox, 2)).toEqual(['evt_1', 'evt_2']);
  });
});
