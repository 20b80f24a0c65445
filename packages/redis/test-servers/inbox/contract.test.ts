import { randomUUID } from 'node:crypto';
import { inboxContract } from '@screening-webhooks/testing';
import { expectInboxOfModel, MODEL_OPTIONS } from 'screening-webhooks-test-support/inbox-model';
import { it } from 'vitest';
import { redisInbox } from '../../src/inbox/index.js';
import { describeOnEachClient, useRedis } from '../support/on-redis.js';

describeOnEachClient('redisInbox on %s keeps the contract of inboxes', (_library, open) => {
  const { connection, prefix: common } = useRedis();
  const cases = inboxContract({
    damages: ['gone', 'unreadable'],
    async create(options) {
      const prefix = `${common}${randomUUID()}`;
      const [first, second] = await Promise.all([open(), open()]);
      return {
        inbox: redisInbox({ ...options, connection: first.client, prefix }),
        reopen: () => redisInbox({ ...options, connection: second.client, prefix }),
        async damage(id, how) {
          const keys = await connection.keys(`${prefix}:inbox:${id}~*`);
          for (const key of keys.filter((name) => !name.endsWith(':lock'))) {
            if (how === 'gone') await connection.del(key);
            else await connection.hset(key, 'data', '{');
          }
        },
        async close() {
          await Promise.all([first.close(), second.close()]);
        },
      };
    },
  });
  it.concurrent.each(cases)('$name', ({ run }) => run());

  it('whatever two processes do', () =>
    expectInboxOfModel(async () => {
      const [first, second] = await Promise.all([open(), open()]);
      const options = { ...MODEL_OPTIONS, prefix: `${common}${randomUUID()}`, timeout: 60_000 };
      return {
        instances: [
          redisInbox({ ...options, connection: first.client }),
          redisInbox({ ...options, connection: second.client }),
        ],
        async close() {
          await Promise.all([first.close(), second.close()]);
        },
      };
    }, 25));
});
