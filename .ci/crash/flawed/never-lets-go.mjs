import { createReceiver } from '@screening-webhooks/core';
import { redisStore } from '@screening-webhooks/redis';
import { toFile, working } from '../effects.mjs';
import { lane as redisStoreLane } from '../lanes/redis-store.mjs';
import { openRedis } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const lane = {
  ...redisStoreLane,
  name: 'claims without an end',
  flaw: 'stuck',
  receiver({ port, file, secret }) {
    return createReceiver({
      secret,
      ...receiverTimes,
      lease: 3_600_000,
      dedupe: redisStore(openRedis(port)),
      handlers: { '*': working(toFile(file), { lingers: 600 }) },
    });
  },
};
