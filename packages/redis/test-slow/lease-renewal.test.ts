import { createReceiver, type DedupeStore } from '@screening-webhooks/core';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { afterEach, expect, it } from 'vitest';
import { redisStore } from '../src/index.js';
import type { OpenClient } from '../test/support/clients.js';
import { deliver, secret } from '../test/support/deliver.js';
import { describeOnEachClient } from '../test/support/on-redis.js';
import { type RedisServer, startRedisServer } from '../test/support/redis-server.js';

// Slow because the receiver renews a lease by real time: after a third of it. Margins: the lease is 12 s, so the renewal
// that must fail comes after 4 s. The server then has 8 s to start again, which takes about 100 ms: the lease and the
// receiver's ackTimeout both end at 12 s.

describeOnEachClient('a receiver that cannot renew its lease, on %s', (_library, open) => {
  let server: RedisServer;
  let opened: OpenClient;
  afterEach(async () => {
    await opened.close();
    await server.kill();
  });

  it('processes the event when the server is back within the lease', async () => {
    server = await startRedisServer();
    opened = await open(server.socketPath);
    const store = redisStore(opened.client, { timeout: 60_000 });
    const impatientStore = redisStore(opened.client, { timeout: 100 });
    const failure = deferred();
    const dedupe: DedupeStore = {
      ...store,
      async extend(key, owner, ms) {
        try {
          return await impatientStore.extend(key, owner, ms);
        } catch (error) {
          failure.resolve();
          throw error;
        }
      },
    };
    let aborted: boolean | undefined;
    const receiver = createReceiver({
      secret,
      lease: 12_000,
      dedupe,
      handlers: {
        '*': async (_event, { signal }) => {
          await server.kill();
          await failure.promise;
          await server.start();
          aborted = signal.aborted;
        },
      },
    });
    expect(await deliver(receiver, 'evt_extend')).toBe('200 processed');
    expect(aborted).toBe(false);
  });
});
