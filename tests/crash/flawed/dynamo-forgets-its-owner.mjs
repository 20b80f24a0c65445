import { bundle, changesOf } from '../bundle.mjs';
import { dynamoSystem } from '../scenarios/dynamo-lost-replies.mjs';
import { lostReplies } from '../scenarios/lost-replies.mjs';

const changes = [
  changesOf('aws')(
    'dynamodb/claim-writes.ts',
    'OR (#owner = :owner AND #done = :false)$',
    'OR (#owner = :owner AND #done = :false AND attribute_not_exists(#key))$',
  ),
];

export const scenario = {
  ...lostReplies(
    dynamoSystem(async (client, options) => {
      const { dynamoStore } = await import(await bundle('aws', 'dynamodb/index.ts', changes));
      return dynamoStore(client, options);
    }),
  ),
  name: 'lost replies: dynamoStore, which refuses an owner its own claim',
  flaw: 'claimed by nobody',
};
