import { STORE_OPTIONS } from '../aws-inbox.mjs';
import { bundle, changesOf } from '../bundle.mjs';
import { frozenHolder } from '../scenarios/dynamo-frozen-holder.mjs';

const change = changesOf('aws');
const changes = [
  change(
    'dynamodb/claim-writes.ts',
    "const isOwn = '#owner = :owner AND ",
    "const isOwn = '(#owner = :owner OR #owner <> :owner) AND ",
  ),
];

export const scenario = {
  ...frozenHolder(async (client) => {
    const { dynamoStore } = await import(await bundle('aws', 'dynamodb/index.ts', changes));
    return dynamoStore(client, STORE_OPTIONS);
  }),
  name: 'a frozen holder: dynamoStore, whose writes do not ask for the owner',
  flaw: 'written by A',
};
