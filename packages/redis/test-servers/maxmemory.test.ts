import { Queue } from 'bullmq';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { processed, startWorker, store } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';
import { openIoredis } from './support/clients.js';
import { describeOnRedis } from './support/on-redis.js';
import { type RedisServer, startRedisServer } from './support/redis-server.js';

const LEASE = 600_000;

describeOnRedis('a Redis that has reached maxmemory, with noeviction', () => {
  let server: RedisServer;
  let opened: Awaited<ReturnType<typeof openIoredis>>;
  beforeAll(async () => {
    server = await startRedisServer();
    opened = await openIoredis(server.socketPath);
  });
  afterEach(() => opened.client.config('SET', 'maxmemory', '0'));
  afterAll(async () => {
    await opened.close();
    await server.kill();
  });

  it('refuses new events of the inbox, and records how running ones end', async () => {
    const { client } = opened;
    const inbox = redisInbox({ connection: client, timeout: 60_000, backoff: 10 });
    const queue = new Queue('inbox', { connection: client, prefix: '{screening-webhooks}' });
    await store(inbox, 'evt_done');
    await store(inbox, 'evt_failed');
    const started: string[] = [];
    const ended = deferred();
    const worker = await startWorker(inbox, async ({ id }) => {
      started.push(id);
      await ended.promise;
      const isRetry = started.filter((each) => each === id).length > 1;
      if (id === 'evt_failed' && !isRetry) return { kind: 'failed', error: 'once' };
      return processed;
    });
    await until(() => started.length === 2);
    await client.config('SET', 'maxmemory', '1');
    await expect(store(inbox, 'evt_new')).rejects.toThrow('OOM');
    ended.resolve();
    await until(async () => (await queue.getActiveCount()) === 0);
    expect(await queue.getCompletedCount()).toBe(1);

    await client.config('SET', 'maxmemory', '0');
    expect(await store(inbox, 'evt_new')).toBe('stored');
    await until(async () => (await queue.getCompletedCount()) === 3);
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
