import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dedupeStoreContract } from '@screening-webhooks/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisStore } from '../src/index.js';
import {
  deleteKeys,
  type OpenClient,
  openClients,
  openIoredis,
  pingRedis,
} from './support/clients.js';

const answers = await requireService('Redis', pingRedis);

describe.skipIf(!answers).each(Object.entries(openClients))(
  'redisStore on %s keeps the contract of dedupe stores',
  (_library, open) => {
    const prefix = `test:${randomUUID()}:`;
    let opened: OpenClient;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened.close();
      const sweeper = await openIoredis();
      await deleteKeys(sweeper.client, prefix);
      await sweeper.close();
    });

    const cases = dedupeStoreContract({
      create: () => redisStore(opened.client, { prefix }),
      wait: (ms) => sleep(ms + 5),
      lease: 1000,
    });
    it.concurrent.each(cases)('$name', ({ run }) => run());
  },
);
