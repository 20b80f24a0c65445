import { createReceiver } from '@screening-webhooks/core';
import { redisStore } from '@screening-webhooks/redis';
import { appendToFile, createHandler, runsInFile } from '../effects.mjs';
import { openRedis } from '../servers/clients.mjs';
import { CLIENT_TIMEOUT, receiverTimes } from '../service-time.mjs';

const PREFIX = 'screening-webhooks:';

export const scenario = {
  name: 'redisStore',
  server: 'redis',
  exactlyOnce: false,
  receivers: 3,
  workers: 0,
  receiver({ port, file, secret }) {
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: redisStore(openRedis(port), { prefix: PREFIX, timeout: CLIENT_TIMEOUT }),
      handlers: { '*': createHandler(appendToFile(file)) },
    });
  },
  runs: ({ file }) => runsInFile(file),
  async unfinished({ port }) {
    const client = openRedis(port);
    const keys = await client.keys(`${PREFIX}*`);
    const values = keys.length > 0 ? await client.mget(keys) : [];
    client.disconnect();
    // The value of a done claim is a number.
    return keys.filter((_key, index) => values[index] !== null && !/^\d+$/.test(values[index]));
  },
};
