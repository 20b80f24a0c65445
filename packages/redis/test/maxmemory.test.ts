import { fixture } from '@screening-webhooks/testing';
import { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';
import { openIoredis, pingRedis } from './support/clients.js';
import { type RedisServer, startRedisServer } from './support/redis-server.js';
import { waitUntil } from './support/wait-until.js';

const redisAnswers = await requireService('Redis', pingRedis);
// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const LEASE = 600_000;

describe.skipIf(!redisAnswers)('a Redis that has reached maxmemory, with noeviction', () => {
  let server: RedisServer;
  let opened: Awaited<ReturnType<typeof openIoredis>>;
  beforeAll(async () => {
    server = await startRedisServer();
    opened = await openIoredis(server.socketPath);
  });
  afterEach(() => opened.client.config('SET', 'maxmemory', '0'));
  afterAll(async () => {
    await opened.close();
    await server.remove();
  });

  it('refuses new events of the inbox, and records how running ones end', async () => {
    const { client } = opened;
    const inbox = redisInbox({ connection: client, timeout: 60_000, backoff: 10 });
    const queue = new Queue('inbox', { connection: client, prefix: '{screening-webhooks}' });
    const store = (id: string) =>
      inbox.store(fixture('document_verification.recorded', { id }), {
        key: `int:${id}`,
        receivedAt: Date.now(),
      });
    await store('evt_done');
    await store('evt_failed');
    const started: string[] = [];
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const worker = await inbox.work(async ({ id }) => {
      started.push(id);
      await ended;
      const isRetry = started.filter((each) => each === id).length > 1;
      if (id === 'evt_failed' && !isRetry) return { kind: 'failed', error: 'once' };
      return { kind: 'processed' };
    });
    await waitUntil(() => started.length === 2);
    await client.config('SET', 'maxmemory', '1');
    await expect(store('evt_new')).rejects.toThrow('OOM');
    end();
    await waitUntil(async () => (await queue.getActiveCount()) === 0);
    expect(await queue.getCompletedCount()).toBe(1);

    await client.config('SET', 'maxmemory', '0');
    expect(await store('evt_new')).toBe('stored');
    await waitUntil(async () => (await queue.getCompletedCount()) === 3);
    await worker.stop();
    expect(started.sort()).toEqual(['evt_done', 'evt_failed', 'evt_failed', 'evt_new']);
  });

  it('refuses new claims, and everything else goes on', async () => {
    const { client } = opened;
    const store = redisStore(client, { timeout: 60_000 });
    for (const key of ['done', 'committed', 'forever', 'extended', 'released']) {
      await store.claim(key, 'a', LEASE);
    }
    await store.commit('done', 'a', LEASE);
    await client.config('SET', 'maxmemory', '1');
    await expect(client.set('any', '1')).rejects.toThrow('OOM');

    await expect(store.claim('new', 'a', LEASE)).rejects.toThrow('OOM');
    expect(await store.commit('committed', 'a', LEASE)).toBe(true);
    expect(await store.commit('committed', 'a', LEASE)).toBe(true);
    expect(await store.commit('forever', 'a', Infinity)).toBe(true);
    expect(await store.extend('extended', 'a', LEASE)).toBe(true);
    expect(await store.release('released', 'a')).toBe(true);
    for (const key of ['done', 'committed', 'forever']) {
      expect(await store.claim(key, 'b', LEASE)).toBe('done');
    }
    expect(await store.claim('extended', 'a', LEASE)).toBe('acquired');
    expect(await store.claim('extended', 'b', LEASE)).toMatchObject({
      busyForMs: expect.any(Number),
    });
    expect(await client.pttl('screening-webhooks:committed')).toBeGreaterThan(LEASE / 2);
    expect(await client.pttl('screening-webhooks:forever')).toBe(-1);
  });
});
