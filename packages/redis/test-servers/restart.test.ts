import { store as storeEvent, workThrough } from 'screening-webhooks-test-support/inbox';
import { afterEach, expect, it } from 'vitest';
import { redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';
import { openIoredis } from './support/clients.js';
import { describeOnRedis } from './support/on-redis.js';
import { type RedisServer, startRedisServer } from './support/redis-server.js';

const timeout = 60_000;

describeOnRedis('a server with an append-only file that crashes', () => {
  let server: RedisServer;
  afterEach(() => server.kill());

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
    const ids = Array.from({ length: 20 }, (_, index) => `evt_${index}`);
    for (const id of ids) await storeEvent(inbox, id);
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
    expect(await workThrough(inboxAfter, ids.length)).toEqual(ids);
    await after.close();
  });
});
