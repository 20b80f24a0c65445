import { Cluster } from 'ioredis';
import { createCluster } from 'redis';
import { processed, startWorker, store as storeEvent } from 'screening-webhooks-test-support/inbox';
import { requireService } from 'screening-webhooks-test-support/service';
import { until } from 'screening-webhooks-test-support/until';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { redisInbox } from '../src/inbox/index.js';
import { type RedisClient, redisStore } from '../src/index.js';
import { findRedisServer, type RedisCluster, startRedisCluster } from './support/redis-cluster.js';

const isInstalled = await requireService('redis-server', findRedisServer);
const LEASE = 600_000;

describe.skipIf(!isInstalled)('on a Redis Cluster of three nodes', () => {
  let cluster: RedisCluster;
  let ioredis: Cluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
    ioredis = new Cluster(
      cluster.ports.map((port) => ({ host: '127.0.0.1', port })),
      { redisOptions: { maxRetriesPerRequest: null } },
    );
    ioredis.on('error', () => {});
  });
  afterAll(async () => {
    ioredis.disconnect();
    await cluster.remove();
  });

  async function useStore(client: RedisClient, name: string): Promise<void> {
    const store = redisStore(client, { timeout: 60_000 });
    // Their slots are on all nodes.
    const keys = Array.from({ length: 12 }, (_, index) => `${name}-${index}`);
    for (const key of keys) {
      expect(await store.claim(key, 'a', LEASE)).toBe('acquired');
      expect(await store.claim(key, 'b', LEASE)).toMatchObject({ busyForMs: expect.any(Number) });
      expect(await store.extend(key, 'a', LEASE)).toBe(true);
      expect(await store.release(key, 'a')).toBe(true);
      expect(await store.claim(key, 'b', LEASE)).toBe('acquired');
      expect(await store.commit(key, 'a', LEASE)).toBe(false);
      expect(await store.commit(key, 'b', LEASE)).toBe(true);
      expect(await store.claim(key, 'c', LEASE)).toBe('done');
    }
  }

  it('redisStore works with Cluster of ioredis', () => useStore(ioredis, 'ioredis'));

  it('redisStore works with createCluster of node-redis', async () => {
    const rootNodes = cluster.ports.map((port) => ({ socket: { host: '127.0.0.1', port } }));
    const nodeRedis = createCluster({ rootNodes });
    nodeRedis.on('error', () => {});
    await nodeRedis.connect();
    await useStore(nodeRedis, 'node-redis');
    nodeRedis.destroy();
  });

  // A cluster that is told to disconnect while it learns of a node never connects again.
  it('a node that is silent makes redisStore connect to the nodes again, not to the cluster', async () => {
    // It knows the nodes then.
    await useStore(ioredis, 'before');
    const store = redisStore(ioredis, { timeout: 1000 });
    const keys = Array.from({ length: 12 }, (_, index) => `silent-${index}`);
    const ofWhole = [vi.spyOn(ioredis, 'duplicate'), vi.spyOn(ioredis, 'disconnect')];
    const wake = cluster.stopNode();
    try {
      const claims = await Promise.allSettled(keys.map((key) => store.claim(key, 'a', LEASE)));
      expect(claims.map(({ status }) => status)).toContain('rejected');
    } finally {
      wake();
    }
    const isReleased = async (key: string): Promise<boolean> => {
      try {
        await store.release(key, 'a');
        return true;
      } catch {
        return false;
      }
    };
    for (const key of keys) await until(() => isReleased(key));
    for (const spy of ofWhole) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it('redisInbox works with Cluster of ioredis', async () => {
    const inbox = redisInbox({
      connection: ioredis,
      timeout: 60_000,
      backoff: 10,
      attempts: 2,
      orderBy: 'verificationId',
    });
    for (const id of ['evt_1', 'evt_2', 'evt_3']) {
      expect(await storeEvent(inbox, id)).toBe('stored');
      expect(await storeEvent(inbox, id)).toBe('duplicate');
    }
    const runs: string[] = [];
    const worker = await startWorker(inbox, async ({ id }) => {
      runs.push(id);
      return id === 'evt_1' ? { kind: 'failed', error: 'always' } : processed;
    });
    await until(() => runs.length === 4);
    await until(async () => (await inbox.deadLetters()).length === 1);
    expect(runs).toEqual(['evt_1', 'evt_1', 'evt_2', 'evt_3']);
    expect(await inbox.replay({ id: 'evt_1' })).toBe(1);
    await until(() => runs.length === 6);
    await worker.stop();
  });
});
