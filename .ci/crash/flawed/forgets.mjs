import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { toFile, working } from '../effects.mjs';
import { lane as redisStore } from '../lanes/redis-store.mjs';
import { receiverTimes } from '../service-time.mjs';

export const lane = {
  ...redisStore,
  name: 'memoryStore in three processes',
  flaw: 'forgotten',
  receiver: ({ file, secret }) =>
    createReceiver({
      secret,
      ...receiverTimes,
      dedupe: memoryStore(),
      handlers: { '*': working(toFile(file)) },
    }),
};
