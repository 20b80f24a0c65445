import { STORE_OPTIONS } from '../aws-inbox.mjs';
import { bundle, changesOf } from '../bundle.mjs';
import { hourAhead } from '../scenarios/dynamo-hour-ahead.mjs';

const changes = [changesOf('aws')('dynamodb/dynamo-store.ts', '    clock.check();\n', '')];

export const scenario = {
  ...hourAhead(async (client) => {
    const { dynamoStore } = await import(await bundle('aws', 'dynamodb/index.ts', changes));
    return dynamoStore(client, STORE_OPTIONS);
  }),
  name: 'a receiver an hour ahead: dynamoStore, which does not compare its clock',
  flaw: 'taken over',
};
