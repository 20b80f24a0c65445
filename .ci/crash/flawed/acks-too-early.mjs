import { createReceiver } from '@screening-webhooks/core';
import { toFile, working } from '../effects.mjs';
import { lane as redisStore } from '../lanes/redis-store.mjs';
import { receiverTimes } from '../service-time.mjs';

export const lane = {
  ...redisStore,
  name: 'acks before it works',
  flaw: 'missing',
  receiver({ file, secret }) {
    const handlers = { '*': working(toFile(file)) };
    const inbox = {
      store(event) {
        setTimeout(receiver.dispatch, 500, event);
        return 'stored';
      },
    };
    const receiver = createReceiver({ secret, ...receiverTimes, inbox, handlers });
    return receiver;
  },
};
