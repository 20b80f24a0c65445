import { randomUUID } from 'node:crypto';
import { inboxContract } from '@screening-webhooks/testing';
import { describe, it } from 'vitest';
import { requireService } from '../../../testing/test/support/service.js';
import { redisInbox } from '../../src/inbox/index.js';
import { deleteKeys, openClients, openIoredis, pingRedis } from '../support/clients.js';

const answers = await requireService('Redis', pingRedis);

describe.skipIf(!answers).each(Object.entries(openClients))(
  'redisInbox on %s keeps the contract of inboxes',
  (_library, open) => {
    const cases = inboxContract({
      async create(options) {
        const prefix = `{test-${randomUUID()}}`;
        const opened = await Promise.all([open(), open()]);
        const [one, other] = opened.map(
          ({ client }) =>
            () =>
              redisInbox({ ...options, connection: client, prefix }),
        );
        if (!one || !other) throw new Error('two clients');
        return {
          inbox: one(),
          reopen: other,
          async close() {
            await Promise.all(opened.map((each) => each.close()));
            const sweeper = await openIoredis();
            await deleteKeys(sweeper.client, prefix);
            await sweeper.close();
          },
        };
      },
    });
    it.concurrent.each(cases)('$name', ({ run }) => run(), 30_000);
  },
);
