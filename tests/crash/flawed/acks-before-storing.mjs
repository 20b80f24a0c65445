import { createReceiver } from '@screening-webhooks/core';
import { appendToFile, createHandler } from '../effects.mjs';
import { scenario as redisStoreScenario } from '../scenarios/redis-store.mjs';
import { receiverTimes } from '../service-time.mjs';

export const scenario = {
  ...redisStoreScenario,
  name: 'inbox acks before it stores',
  flaw: 'missing',
  receiver({ file, secret }) {
    const handlers = { '*': createHandler(appendToFile(file)) };
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
