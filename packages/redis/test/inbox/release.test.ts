import { randomUUID } from 'node:crypto';
import { fixture } from '@screening-webhooks/testing';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireService } from '../../../testing/test/support/service.js';
import { hold, releaseHeld } from '../../src/inbox/held-jobs.js';
import type { InboxJobData } from '../../src/inbox/inbox-job.js';
import { redisInbox } from '../../src/inbox/index.js';
import { deleteKeys, openIoredis, pingRedis } from '../support/clients.js';
import { waitUntil } from '../support/wait-until.js';

const redisAnswers = await requireService('Redis', pingRedis);
// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(!redisAnswers)('a job that is released', () => {
  const prefix = `{test-${randomUUID()}}`;
  let connection: Redis;
  beforeAll(async () => {
    connection = (await openIoredis()).client;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    await deleteKeys(connection, prefix);
    connection.disconnect();
  });

  // The process that released it for its retry has crashed before it ended the wait.
  it('runs once, though its retry is still due when it has ended', async () => {
    const inbox = redisInbox({ connection, prefix });
    const queue = new Queue('inbox', { connection, prefix });
    const handled: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      handled.push(id);
      return { kind: 'processed' };
    });
    const store = (id: string) =>
      inbox.store(fixture('document_verification.recorded', { id }), {
        key: `int:${id}`,
        receivedAt: Date.now(),
      });
    await store('evt_1');
    await waitUntil(async () => (await queue.getCompletedCount()) === 1);
    const [job] = await queue.getJobs(['completed']);
    const retries = queue.toKey('retries');
    await connection.zadd(retries, 1, String(job?.id));
    await waitUntil(async () => (await connection.zcard(retries)) === 0);
    await store('evt_2');
    await waitUntil(async () => (await queue.getCompletedCount()) === 2);
    await worker.stop();
    await queue.close();
    expect(handled).toEqual(['evt_1', 'evt_2']);
  });

  it('is fetched, though the clock has moved while it was held', async () => {
    const queue = new Queue<InboxJobData, string, string>('held', { connection, prefix });
    const worker = new Worker<InboxJobData, string, string>('held', null, { connection, prefix });
    const event = fixture('document_verification.recorded', { id: 'evt_1' });
    await queue.add(event.type, { token: 'token', event }, { jobId: 'held' });
    const job = await worker.getNextJob('owner');
    if (!job) throw new Error('There is no job.');
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now++);
    await hold(job, 'owner');
    expect(await job.getState()).toBe('delayed');
    await releaseHeld(queue, 'held');
    expect(await job.getState()).toBe('waiting');
    await worker.close();
    await queue.close();
  });
});
