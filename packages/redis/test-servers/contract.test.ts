import { dedupeStoreContract } from '@screening-webhooks/testing';
import type { Redis } from 'ioredis';
import { expectStoreMatchesModel } from 'screening-webhooks-test-support/store-model';
import { afterAll, beforeAll, it } from 'vitest';
import { redisStore } from '../src/index.js';
import type { OpenClient } from './support/clients.js';
import { describeOnEachClient, describeOnEachSetting, useRedis } from './support/on-redis.js';

describeOnEachSetting('redisStore on $name keeps the contract of dedupe stores', ({ open }) => {
  const { connection, prefix } = useRedis();
  let opened: OpenClient;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const cases = dedupeStoreContract({
    create: () => redisStore(opened.client, { prefix, timeout: 60_000 }),
    wait: (ms) => ageKeys(connection, prefix, ms),
    // Long, so that the time that really passes is never a considerable part of it.
    lease: 600_000,
  });
  // One at a time, because ageing affects all keys.
  it.each(cases)('$name', ({ run }) => run());
});

describeOnEachClient('redisStore on %s', (_library, open) => {
  const { connection, prefix } = useRedis();

  it('keeps the model under random operations of two owners', async () => {
    const { client, close } = await open();
    let runs = 0;
    await expectStoreMatchesModel(() => {
      runs += 1;
      const ofRun = `${prefix}${runs}:`;
      return {
        store: redisStore(client, { prefix: ofRun, timeout: 60_000 }),
        wait: (ms) => ageKeys(connection, ofRun, ms),
      };
    }, 60);
    await close();
  });
});

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
