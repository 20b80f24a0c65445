import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { appendToFile, createHandler } from '../effects.mjs';
import { scenario as redisStoreScenario } from '../scenarios/redis-store.mjs';
import { receiverTimes } from '../service-time.mjs';

export const scenario = {
  ...redisStoreScenario,
  name: 'memoryStore in three processes',
  flaw: 'forgotten',
  receiver: ({ file, secret }) =>
    createReceiver({
      secret,
      ...receiverTimes,
      dedupe: memoryStore(),
      handlers: { '*': createHandler(appendToFile(file)) },
    }),
};
