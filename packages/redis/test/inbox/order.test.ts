import { randomUUID } from 'node:crypto';
import type { DispatchOutcome, WorkableInbox } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireService } from '../../../testing/test/support/service.js';
import { type RedisInboxOptions, redisInbox } from '../../src/inbox/index.js';
import { deleteKeys, openIoredis, pingRedis } from '../support/clients.js';
import { waitUntil } from '../support/wait-until.js';

const redisAnswers = await requireService('Redis', pingRedis);
// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const processed: DispatchOutcome = { kind: 'processed' };

describe.skipIf(!redisAnswers)('redisInbox with orderBy', () => {
  const run = randomUUID();
  let connection: Redis;
  beforeAll(async () => {
    connection = (await openIoredis()).client;
  });
  afterAll(async () => {
    await deleteKeys(connection, `{test-${run}`);
    connection.disconnect();
  });

  function createInbox(options: Partial<RedisInboxOptions> = {}) {
    const prefix = `{test-${run}-${randomUUID()}}`;
    const inbox = redisInbox({
      connection,
      prefix,
      timeout: 60_000,
      orderBy: 'verificationId',
      ...options,
    });
    return { inbox, queue: new Queue('inbox', { connection, prefix }) };
  }

  async function store(inbox: WorkableInbox, id: string, verificationId: string, receivedAt = 0) {
    const event = fixture('document_verification.recorded', { id, data: { verificationId } });
    await inbox.store(event, { key: `int:${id}`, receivedAt: receivedAt || Date.now() });
  }

  it('starts the first event of an order value without a look at those that wait for others', async () => {
    const { inbox, queue } = createInbox();
    const waiting = 200;
    const ids = Array.from({ length: waiting }, (_, index) => `evt_${index}`);
    await store(inbox, 'evt_first', 'dv_blocked');
    await Promise.all(ids.map((id) => store(inbox, id, 'dv_blocked')));
    // As a gateway with a wrong clock would report it.
    await store(inbox, 'evt_1970', 'dv_blocked', 1);
    const started: string[] = [];
    let unblock = (): void => {};
    const worker = await inbox.work(async ({ id }) => {
      started.push(id);
      if (id === 'evt_first') {
        await new Promise<void>((resolve) => {
          unblock = resolve;
        });
      }
      return processed;
    });
    await waitUntil(() => started.length === 1);
    await store(inbox, 'evt_free', 'dv_free');
    await waitUntil(() => started.length === 2);
    expect(started).toEqual(['evt_first', 'evt_free']);
    // No worker has fetched any of the others.
    const held = await queue.getDelayed();
    expect(held).toHaveLength(waiting + 1);
    expect(held.filter(({ attemptsStarted }) => attemptsStarted > 0)).toEqual([]);
    unblock();
    await waitUntil(() => started.length === waiting + 3);
    expect(started.at(-1)).toBe('evt_1970');
    await worker.stop();
  });

  it('replays events in their order, one at a time', async () => {
    const { inbox, queue } = createInbox({ attempts: 1 });
    let dead = 0;
    const failing = await inbox.work(async () => {
      dead += 1;
      return { kind: 'failed', error: 'not yet' };
    });
    const ids = ['evt_1', 'evt_2', 'evt_3'];
    for (const id of ids) await store(inbox, id, 'dv_1');
    await waitUntil(() => dead === 3);
    await failing.stop();
    expect(await inbox.replay({ since: 0 })).toBe(3);
    expect(await inbox.replay({ since: 0 })).toBe(2);
    expect(await queue.getWaitingCount()).toBe(1);
    await store(inbox, 'evt_4', 'dv_1');
    const started: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      started.push(id);
      return processed;
    });
    await waitUntil(() => started.length === 4);
    await waitUntil(async () => (await queue.getCompletedCount()) === 4);
    await worker.stop();
    expect(started).toEqual([...ids, 'evt_4']);
    expect(await inbox.deadLetters()).toEqual([]);
    const keys = [queue.toKey('order:dv_1'), queue.toKey('orders'), queue.toKey('replays')];
    await waitUntil(async () => (await connection.exists(...keys)) === 0);
  });

  it('releases an event whose turn came when a process crashed before it could', async () => {
    const { inbox, queue } = createInbox({ lease: 1000 });
    await store(inbox, 'evt_1', 'dv_1');
    await store(inbox, 'evt_2', 'dv_1');
    // The state after a crash between the end of the first and the release of the second.
    const [first] = await queue.getWaiting();
    await first?.remove();
    const started: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      started.push(id);
      return processed;
    });
    await waitUntil(() => started.length === 1);
    await worker.stop();
    expect(started).toEqual(['evt_2']);
  });

  it('does not cut short the wait of a failed event when others are stored', async () => {
    const { inbox, queue } = createInbox({ backoff: 3_600_000 });
    await store(inbox, 'evt_1', 'dv_1');
    let runs = 0;
    const worker = await inbox.work(async () => {
      runs += 1;
      return { kind: 'failed', error: 'later' };
    });
    await waitUntil(async () => (await queue.getDelayedCount()) === 1);
    await store(inbox, 'evt_2', 'dv_1');
    await store(inbox, 'evt_3', 'dv_2');
    await waitUntil(() => runs === 2);
    await worker.stop();
    expect(await queue.getDelayedCount()).toBe(3);
    expect(runs).toBe(2);
  });
});
