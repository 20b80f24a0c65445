import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisStore } from '../src/index.js';
import { openIoredis, pingRedis } from './support/clients.js';
import { type RedisServer, startRedisServer } from './support/redis-server.js';

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
  afterAll(async () => {
    await opened.close();
    await server.remove();
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
