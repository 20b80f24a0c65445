import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import { STORE_OPTIONS } from '../aws-inbox.mjs';
import { createTable, openDynamo } from '../servers/aws-clients.mjs';
import { CLIENT_TIMEOUT } from '../service-time.mjs';
import { lostReplies } from './lost-replies.mjs';

/** @param createStore `dynamoStore`, or a flawed one. */
export const dynamoSystem = (createStore) => ({
  name: 'dynamoStore',
  server: 'aws',
  async open(port) {
    await createTable(port);
    const client = openDynamo(port);
    const options = { ...STORE_OPTIONS, timeout: CLIENT_TIMEOUT };
    return { store: await createStore(client, options), close: () => client.destroy() };
  },
});

export const scenario = lostReplies(dynamoSystem(dynamoStore));
