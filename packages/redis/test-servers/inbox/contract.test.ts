import { randomUUID } from 'node:crypto';
import { inboxContract } from '@screening-webhooks/testing';
import {
  expectInboxMatchesModel,
  MODEL_OPTIONS,
} from 'screening-webhooks-test-support/inbox-model';
import { expect, it } from 'vitest';
import { redisInbox } from '../../src/inbox/index.js';
import { describeOnEachClient, describeOnEachSetting, useRedis } from '../support/on-redis.js';

describeOnEachSetting('redisInbox on $name', ({ open, refusedFor }) => {
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
  if (refusedFor === undefined) {
    it.concurrent.each(cases)('keeps the contract: $name', ({ run }) => run());
    return;
  }
  it('is refused, naming the option', async () => {
    const { client, close } = await open();
    expect(() => redisInbox({ connection: client })).toThrow(
      new RegExp(`^connection: .*\\b${refusedFor}\\b`),
    );
    await close();
  });
});

describeOnEachClient('redisInbox on %s keeps the model of inboxes', (_library, open) => {
  const { prefix: common } = useRedis();
  it('whatever two processes do', () =>
    expectInboxMatchesModel(async () => {
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
