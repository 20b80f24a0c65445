import { readFileSync } from 'node:fs';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';

// Each client would say that its versions of next year need a newer Node.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

export const TABLE = 'screening-claims';

function configOf(port) {
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'drill', secretAccessKey: 'drill' },
  };
}

export function openDynamo(port) {
  return new DynamoDBClient(configOf(port));
}

export function openSqs(port) {
  return new SQSClient(configOf(port));
}

/** Creates the table of the package. */
export async function createTable(port) {
  const file = new URL('../../../packages/aws/claims-table.json', import.meta.url);
  const client = openDynamo(port);
  const table = JSON.parse(readFileSync(file, 'utf8'));
  await client.send(new CreateTableCommand({ TableName: TABLE, ...table }));
  client.destroy();
}

/** The URL of a queue, by the port of a proxy: the client goes where the URL says. */
export function queueUrlOf(port, name) {
  return `http://127.0.0.1:${port}/000000000000/${name}`;
}

/** Creates a queue and its dead-letter queue. */
export async function createQueues(port, { name, deadLetters, attempts }) {
  const client = openSqs(port);
  const fifo = name.endsWith('.fifo') ? { FifoQueue: 'true' } : {};
  await client.send(new CreateQueueCommand({ QueueName: deadLetters, Attributes: fifo }));
  const RedrivePolicy = JSON.stringify({
    maxReceiveCount: attempts,
    deadLetterTargetArn: `arn:aws:sqs:eu-central-1:000000000000:${deadLetters}`,
  });
  const Attributes = { ...fifo, RedrivePolicy };
  await client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
  client.destroy();
}

/** The number of messages in a queue, invisible ones included. */
export async function countMessages(client, queueUrl) {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }),
  );
  const visible = Number(Attributes.ApproximateNumberOfMessages);
  return visible + Number(Attributes.ApproximateNumberOfMessagesNotVisible);
}

/** The events of a queue, ten at most. They stay in it. */
export async function peek(client, queueUrl) {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 0,
    }),
  );
  return Messages.map(({ Body }) => JSON.parse(Body));
}
