import { randomUUID } from 'node:crypto';
import { inboxContract } from '@screening-webhooks/testing';
import { describe, it, vi } from 'vitest';
import { requireService } from '../../../testing/test/support/service.js';
import { redisInbox } from '../../src/inbox/index.js';
import { deleteKeys, openClients, openIoredis, pingRedis } from '../support/clients.js';

const redisAnswers = await requireService('Redis', pingRedis);
// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(!redisAnswers).each(Object.entries(openClients))(
  'redisInbox on %s keeps the contract of inboxes',
  (_library, open) => {
    const cases = inboxContract({
      async create(options) {
        const prefix = `{test-${randomUUID()}}`;
        const [first, second] = await Promise.all([open(), open()]);
        return {
          inbox: redisInbox({ ...options, connection: first.client, prefix }),
          reopen: () => redisInbox({ ...options, connection: second.client, prefix }),
          async close() {
            await Promise.all([first.close(), second.close()]);
            const cleaner = await openIoredis();
            await deleteKeys(cleaner.client, prefix);
            await cleaner.close();
          },
        };
      },
    });
    it.concurrent.each(cases)('$name', ({ run }) => run());
  },
);
