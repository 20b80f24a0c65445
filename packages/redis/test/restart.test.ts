import { fixture } from '@screening-webhooks/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';
import { openIoredis, pingRedis } from './support/clients.js';
import { type RedisServer, redisServer, until } from './support/redis-server.js';

const answers = await requireService('Redis', pingRedis);

describe.skipIf(!answers)('a server with an append-only file that crashes', () => {
  let server: RedisServer;
  afterEach(() => server.remove());

  it('keeps done ids, claims, and what the inbox holds', async () => {
    server = await redisServer();
    const before = await openIoredis(server.port);
    const store = redisStore(before.client);
    for (let index = 0; index < 50; index += 1) {
      await store.claim(`done-${index}`, 'a', 60_000);
      await store.commit(`done-${index}`, 'a', 600_000);
    }
    await store.claim('claimed', 'a', 60_000);
    const inbox = redisInbox({ connection: before.client, orderBy: 'verificationId' });
    for (let index = 0; index < 20; index += 1) {
      const event = fixture('document_verification.recorded', { id: `evt_${index}` });
      await inbox.store(event, { key: `int:${event.id}`, receivedAt: Date.now() });
    }
    await server.kill();
    await before.close();

    await server.start();
    const after = await openIoredis(server.port);
    const again = redisStore(after.client);
    for (let index = 0; index < 50; index += 1) {
      expect(await again.claim(`done-${index}`, 'b', 1000)).toBe('done');
    }
    expect(await again.claim('claimed', 'b', 1000)).toMatchObject({
      busyForMs: expect.any(Number),
    });
    const kept = redisInbox({ connection: after.client, orderBy: 'verificationId' });
    const seen: string[] = [];
    const worker = await kept.work(async ({ id }) => {
      seen.push(id);
      return { kind: 'processed' };
    });
    await until(() => seen.length >= 20);
    await worker.stop();
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => `evt_${index}`));
    await after.close();
  }, 30_000);
});
