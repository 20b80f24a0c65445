import { createReceiver, type DedupeStore } from '@screening-webhooks/core';
import { afterEach, describe, expect, it } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisStore } from '../src/index.js';
import { type OpenClient, openClients, pingRedis } from '../test/support/clients.js';
import { deliver, secret } from '../test/support/deliver.js';
import { type RedisServer, startRedisServer } from '../test/support/redis-server.js';

// Slow because the receiver renews a lease by real time: after a third of it. Margins: the lease is 12 s, so the renewal
// that must fail comes after 4 s. The server then has 8 s to start again, which takes about 100 ms: the lease and the
// receiver's ackTimeout both end at 12 s.

const redisAnswers = await requireService('Redis', pingRedis);

describe.skipIf(!redisAnswers).each(Object.entries(openClients))(
  'a receiver that cannot renew its lease, on %s',
  (_library, open) => {
    let server: RedisServer;
    let opened: OpenClient;
    afterEach(async () => {
      await opened.close();
      await server.remove();
    });

    it('processes the event when the server is back within the lease', async () => {
      server = await startRedisServer();
      opened = await open(server.socketPath);
      const store = redisStore(opened.client, { timeout: 60_000 });
      const impatientStore = redisStore(opened.client, { timeout: 100 });
      let renewalFailed = (): void => {};
      const failure = new Promise<void>((resolve) => {
        renewalFailed = resolve;
      });
      const dedupe: DedupeStore = {
        ...store,
        async extend(key, owner, ms) {
          try {
            return await impatientStore.extend(key, owner, ms);
          } catch (error) {
            renewalFailed();
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
            await failure;
            await server.start();
            aborted = signal.aborted;
          },
        },
      });
      expect(await deliver(receiver, 'evt_extend')).toBe('200 processed');
      expect(aborted).toBe(false);
    });
  },
);
