import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import { createReceiver } from '@screening-webhooks/core';
import { STORE_OPTIONS } from '../aws-inbox.mjs';
import { appendToFile, createHandler, runsInFile } from '../effects.mjs';
import { createTable, openDynamo } from '../servers/aws-clients.mjs';
import { CLIENT_TIMEOUT, receiverTimes } from '../service-time.mjs';

export const scenario = {
  name: 'dynamoStore',
  server: 'aws',
  exactlyOnce: false,
  // Each process loads the SDK.
  load: { share: 0.2 },
  shortLoad: { events: 60, eventsPerKill: 30, timeout: 20_000 },
  receivers: 2,
  workers: 0,
  prepare: ({ port }) => createTable(port),
  receiver({ port, file, secret }) {
    const options = { ...STORE_OPTIONS, timeout: CLIENT_TIMEOUT };
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: dynamoStore(openDynamo(port), options),
      handlers: { '*': createHandler(appendToFile(file)) },
    });
  },
  runs: ({ file }) => runsInFile(file),
};
