import { createReceiver } from '@screening-webhooks/core';
import { redisStore } from '@screening-webhooks/redis';
import { lane as redisStoreLane } from '../lanes/redis-store.mjs';
import { openRedis } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const lane = {
  ...redisStoreLane,
  name: 'an error that nobody catches',
  flaw: 'died',
  receiver: ({ port, secret }) =>
    createReceiver({
      secret,
      ...receiverTimes,
      dedupe: redisStore(openRedis(port)),
      handlers: {
        '*': () => {
          setImmediate(() => {
            if (Math.random() < 0.1) throw new Error('Nobody waits for this.');
          });
        },
      },
    }),
};
