import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import { createReceiver } from '@screening-webhooks/core';
import { STORE_OPTIONS } from '../aws-inbox.mjs';
import { appendToFile, createHandler } from '../effects.mjs';
import { scenario as dynamoStoreScenario } from '../scenarios/dynamo-store.mjs';
import { openDynamo } from '../servers/aws-clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const scenario = {
  ...dynamoStoreScenario,
  name: 'dynamoStore, with commits that are not sent',
  flaw: 'forgotten',
  receiver({ port, file, secret }) {
    const store = dynamoStore(openDynamo(port), STORE_OPTIONS);
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: { ...store, commit: async () => true },
      handlers: { '*': createHandler(appendToFile(file)) },
    });
  },
};
