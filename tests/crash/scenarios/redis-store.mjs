import { createReceiver } from '@screening-webhooks/core';
import { redisStore } from '@screening-webhooks/redis';
import { appendToFile, createHandler, runsInFile } from '../effects.mjs';
import { openRedis } from '../servers/clients.mjs';
import { CLIENT_TIMEOUT, receiverTimes } from '../service-time.mjs';

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
      dedupe: redisStore(openRedis(port), { timeout: CLIENT_TIMEOUT }),
      handlers: { '*': createHandler(appendToFile(file)) },
    });
  },
  runs: ({ file }) => runsInFile(file),
};
