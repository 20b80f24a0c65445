import { fixture } from '@screening-webhooks/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';
import { openIoredis, pingRedis } from './support/clients.js';
import { type RedisServer, startRedisServer } from './support/redis-server.js';
import { waitUntil } from './support/wait-until.js';

const redisAnswers = await requireService('Redis', pingRedis);
// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const timeout = 60_000;

describe.skipIf(!redisAnswers)('a server with an append-only file that crashes', () => {
  let server: RedisServer;
  afterEach(() => server.remove());

  it('keeps done ids, claims, and the events of the inbox', async () => {
    server = await startRedisServer();
    const before = await openIoredis(server.socketPath);
    const store = redisStore(before.client, { timeout });
    for (let index = 0; index < 50; index += 1) {
      await store.claim(`done-${index}`, 'a', 600_000);
      await store.commit(`done-${index}`, 'a', 600_000);
    }
    await store.claim('claimed', 'a', 600_000);
    const inbox = redisInbox({ connection: before.client, orderBy: 'verificationId', timeout });
    for (let index = 0; index < 20; index += 1) {
      const event = fixture('document_verification.recorded', { id: `evt_${index}` });
      await inbox.store(event, { key: `int:${event.id}`, receivedAt: Date.now() });
    }
    await server.kill();
    await before.close();

    await server.start();
    const after = await openIoredis(server.socketPath);
    const storeAfter = redisStore(after.client, { timeout });
    for (let index = 0; index < 50; index += 1) {
      expect(await storeAfter.claim(`done-${index}`, 'b', 1000)).toBe('done');
    }
    expect(await storeAfter.claim('claimed', 'b', 1000)).toMatchObject({
      busyForMs: expect.any(Number),
    });
    const inboxAfter = redisInbox({ connection: after.client, orderBy: 'verificationId', timeout });
    const processedIds: string[] = [];
    const worker = await inboxAfter.work(async ({ id }) => {
      processedIds.push(id);
      return { kind: 'processed' };
    });
    await waitUntil(() => processedIds.length >= 20);
    await worker.stop();
    expect(processedIds).toEqual(Array.from({ length: 20 }, (_, index) => `evt_${index}`));
    await after.close();
  });
});
