import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture } from '@screening-webhooks/testing';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisInbox } from '../src/inbox/index.js';
import { deleteKeys, openIoredis, pingRedis } from '../test/support/clients.js';
import { waitUntil } from '../test/support/wait-until.js';

// Slow because the moment at which a worker stops is left to chance, a hundred times.
const redisAnswers = await requireService('Redis', pingRedis);

describe.skipIf(!redisAnswers)('a worker that is stopped while a retry falls due', () => {
  const prefix = `{test-${randomUUID()}}`;
  let connection: Redis;
  beforeAll(async () => {
    connection = (await openIoredis()).client;
  });
  afterAll(async () => {
    await deleteKeys(connection, prefix);
    connection.disconnect();
  });

  it('uses its connection no longer, and the next worker runs each event once, in order', async () => {
    for (let round = 0; round < 100; round += 1) {
      const errors: Error[] = [];
      const own = connection.duplicate();
      const options = {
        prefix: `${prefix}${round}`,
        orderBy: 'verificationId',
        backoff: 10,
        onError: (error: Error) => void errors.push(error),
      } as const;
      const inbox = redisInbox({ connection, ...options });
      for (const id of ['evt_1', 'evt_2']) {
        const event = fixture('document_verification.recorded', { id });
        await inbox.store(event, { key: `int:${id}`, receivedAt: Date.now() });
      }
      let hasFailed = false;
      const worker = await redisInbox({ connection: own, ...options }).work(
        async () => {
          hasFailed = true;
          return { kind: 'failed', error: 'not yet' };
        },
        { concurrency: 1 },
      );
      await waitUntil(() => hasFailed);
      await sleep(Math.random() * 25);
      await worker.stop();
      own.disconnect();

      const handled: string[] = [];
      const next = await inbox.work(async ({ id }) => {
        handled.push(id);
        return { kind: 'processed' };
      });
      await waitUntil(() => handled.length >= 2);
      // For what should not come.
      await sleep(30);
      await next.stop();
      expect(handled).toEqual(['evt_1', 'evt_2']);
      expect(errors).toEqual([]);
    }
  });
});
