import { createReceiver } from '@screening-webhooks/core';
import { redisStore } from '@screening-webhooks/redis';
import { scenario as redisStoreScenario } from '../scenarios/redis-store.mjs';
import { openRedis } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const scenario = {
  ...redisStoreScenario,
  name: 'uncaught error',
  flaw: 'died',
  receiver: ({ port, secret }) =>
    createReceiver({
      secret,
      ...receiverTimes,
      dedupe: redisStore(openRedis(port)),
      handlers: {
        '*': () => {
          setImmediate(() => {
            if (Math.random() < 0.1) throw new Error('uncaught');
          });
        },
      },
    }),
};
