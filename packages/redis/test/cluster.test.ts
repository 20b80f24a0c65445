import { fixture } from '@screening-webhooks/testing';
import { Cluster } from 'ioredis';
import { createCluster } from 'redis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisInbox } from '../src/inbox/index.js';
import { type RedisClient, redisStore } from '../src/index.js';
import { findRedisServer, type RedisCluster, startRedisCluster } from './support/redis-cluster.js';
import { waitUntil } from './support/wait-until.js';

const isInstalled = await requireService('redis-server', findRedisServer);
// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
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

  it('redisInbox works with Cluster of ioredis', async () => {
    const inbox = redisInbox({
      connection: ioredis,
      timeout: 60_000,
      backoff: 10,
      attempts: 2,
      orderBy: 'verificationId',
    });
    const ids = ['evt_1', 'evt_2', 'evt_3'];
    for (const id of ids) {
      const event = fixture('document_verification.recorded', { id });
      const entry = { key: `int:${id}`, receivedAt: Date.now() };
      expect(await inbox.store(event, entry)).toBe('stored');
      expect(await inbox.store(event, entry)).toBe('duplicate');
    }
    const runs: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      runs.push(id);
      return id === 'evt_1' ? { kind: 'failed', error: 'always' } : { kind: 'processed' };
    });
    await waitUntil(() => runs.length === 4);
    await waitUntil(async () => (await inbox.deadLetters()).length === 1);
    expect(runs).toEqual(['evt_1', 'evt_1', 'evt_2', 'evt_3']);
    expect(await inbox.replay({ id: 'evt_1' })).toBe(1);
    await waitUntil(() => runs.length === 6);
    await worker.stop();
  });
});
