import { createReceiver } from '@screening-webhooks/core';
import { redisStore } from '@screening-webhooks/redis';
import { appendToFile, createHandler } from '../effects.mjs';
import { scenario as redisStoreScenario } from '../scenarios/redis-store.mjs';
import { openRedis } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const scenario = {
  ...redisStoreScenario,
  name: 'claims that never expire',
  flaw: 'never acked',
  receiver({ port, file, secret }) {
    return createReceiver({
      secret,
      ...receiverTimes,
      lease: 3_600_000,
      dedupe: redisStore(openRedis(port)),
      handlers: { '*': createHandler(appendToFile(file), { maxDelayAfter: 600 }) },
    });
  },
};
