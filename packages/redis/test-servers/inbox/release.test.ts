import { fixture } from '@screening-webhooks/testing';
import { Queue, Worker } from 'bullmq';
import { store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, vi } from 'vitest';
import { hold, releaseHeld } from '../../src/inbox/held-jobs.js';
import type { InboxJobData } from '../../src/inbox/inbox-job.js';
import { describeOnRedis, useInboxes } from '../support/on-redis.js';

describeOnRedis('a job that is released', () => {
  const { connection, createInbox } = useInboxes();
  // The process that released it for its retry has crashed before it ended the wait.
  it('runs once, though its retry is still due when it has ended', async () => {
    const { inbox, queue } = createInbox();
    const worker = await workAndNote(inbox);
    await store(inbox, 'evt_1');
    await until(async () => (await queue.getCompletedCount()) === 1);
    const [job] = await queue.getJobs(['completed']);
    const retries = queue.toKey('retries');
    await connection.zadd(retries, 1, String(job?.id));
    await until(async () => (await connection.zcard(retries)) === 0);
    await store(inbox, 'evt_2');
    await until(async () => (await queue.getCompletedCount()) === 2);
    await worker.stop();
    await queue.close();
    expect(worker.seen).toEqual(['evt_1', 'evt_2']);
  });

  it('is fetched, though the clock has moved while it was held', async () => {
    const { prefix } = createInbox().options;
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
