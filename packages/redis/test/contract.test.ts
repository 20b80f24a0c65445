import { randomUUID } from 'node:crypto';
import { dedupeStoreContract } from '@screening-webhooks/testing';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisStore } from '../src/index.js';
import {
  deleteKeys,
  type OpenClient,
  openClients,
  openIoredis,
  pingRedis,
} from './support/clients.js';

const redisAnswers = await requireService('Redis', pingRedis);
// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(!redisAnswers).each(Object.entries(openClients))(
  'redisStore on %s keeps the contract of dedupe stores',
  (_library, open) => {
    const prefix = `test:${randomUUID()}:`;
    let opened: OpenClient;
    let observer: OpenClient<Redis>;
    beforeAll(async () => {
      [opened, observer] = await Promise.all([open(), openIoredis()]);
    });
    afterAll(async () => {
      await deleteKeys(observer.client, prefix);
      await Promise.all([opened.close(), observer.close()]);
    });

    const cases = dedupeStoreContract({
      create: () => redisStore(opened.client, { prefix, timeout: 60_000 }),
      wait: (ms) => ageKeys(observer.client, prefix, ms),
      // Long, so that the time that really passes is never a considerable part of it.
      lease: 600_000,
    });
    // One at a time, because ageing affects all keys.
    it.each(cases)('$name', ({ run }) => run());
  },
);

/** Lets time pass for all keys with the prefix: shortens their time to live, and deletes those whose time is up. */
async function ageKeys(client: Redis, prefix: string, ms: number): Promise<void> {
  for (const key of await client.keys(`${prefix}*`)) {
    const timeToLive = await client.pttl(key);
    // -1: the key never expires.
    if (timeToLive < 0) continue;
    if (timeToLive <= ms) await client.del(key);
    else await client.pexpire(key, Math.floor(timeToLive - ms));
  }
}
