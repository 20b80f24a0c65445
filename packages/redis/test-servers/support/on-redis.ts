import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { requireService } from 'screening-webhooks-test-support/service';
import { afterAll, beforeAll, describe } from 'vitest';
import { type RedisInboxOptions, redisInbox } from '../../src/inbox/index.js';
import { createIoredis, deleteKeys, openClients } from './clients.js';
import { SETTINGS } from './settings.js';

/** `describe` for tests that need the local Redis. Skipped if it does not answer, unless REQUIRE_SERVICES=1. */
export const describeOnRedis = describe.skipIf(!(await requireService('Redis', pingRedis)));

/** The same, once for each client library. Its function gets the library's name and how to open a client. */
export const describeOnEachClient = describeOnRedis.each(Object.entries(openClients));

/** The same, once for each setting of the app's client. */
export const describeOnEachSetting = describeOnRedis.each([...SETTINGS]);

/** A client for the tests of a `describe`, and the prefix of their keys, which are deleted after them. */
export function useRedis() {
  const prefix = `{test-${randomUUID()}}`;
  const connection = createIoredis();
  beforeAll(() => connection.connect());
  afterAll(async () => {
    await deleteKeys(connection, prefix);
    connection.disconnect();
  });
  return { connection, prefix };
}

type OwnOptions = Partial<Omit<RedisInboxOptions, 'prefix'>>;

/** Inboxes for the tests of a `describe`, each with keys of its own. No operation times out on a slow machine. */
export function useInboxes(common: OwnOptions = {}) {
  const { connection, prefix } = useRedis();
  return {
    connection,
    createInbox(own: OwnOptions = {}) {
      const options = {
        connection,
        prefix: `${prefix}${randomUUID()}`,
        timeout: 60_000,
        ...common,
        ...own,
      };
      const queue = new Queue('inbox', { connection, prefix: options.prefix });
      return { inbox: redisInbox(options), queue, options };
    },
  };
}

/** Rejects when the local Redis does not answer. */
async function pingRedis(): Promise<void> {
  const client = new Redis({ host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}
