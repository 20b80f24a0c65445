import { bundle, changesOf } from '../bundle.mjs';
import { silence, silentDynamo, silentSqs } from '../scenarios/aws-silence.mjs';

const change = changesOf('aws');
const ofStore = change(
  'dynamodb/dynamo-requests.ts',
  "within(sending, timeout, 'DynamoDB', () => controller.abort())",
  'sending',
);
const ofInbox = change(
  'sqs/sqs-inbox.ts',
  "createQueueSender(store, 'SQS', options)",
  "createQueueSender(store, 'SQS', { ...options, timeout: 3_600_000 })",
);

const systems = [
  silentDynamo(async (...args) => {
    const { dynamoStore } = await import(await bundle('aws', 'dynamodb/index.ts', [ofStore]));
    return dynamoStore(...args);
  }),
  silentSqs(async (...args) => {
    const { sqsInbox } = await import(await bundle('aws', 'sqs/index.ts', [ofInbox]));
    return sqsInbox(...args);
  }),
];

export const scenarios = systems.map((system) => ({
  ...silence(system),
  name: `silent connections: ${system.name} without a limit of its own`,
  flaw: 'another reason',
}));
