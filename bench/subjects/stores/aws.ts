import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CreateTableCommand, DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import { sqsInbox } from '@screening-webhooks/aws/sqs';
import { memoryStore } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import type { Count, Effort } from '../../measure/effort.js';
import { startProgram } from '../../measure/program.js';
import { inTurns, medianOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { rowsOf, secondRun } from '../../measure/rows-of.js';
import { keyOf } from './contest-of-claims.js';
import { runConcurrently } from './run-concurrently.js';

// Each client would say that its versions of next year need a newer Node.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const IN_FLIGHT = 32;
const PER_ROUND: Count = { full: 100, quick: 32 };
const ROUNDS = { rounds: 15, warmUp: 2 };
const LEASE = 60_000;
const tableName = 'screening-claims';

type Operation = (key: string) => Promise<unknown>;

/**
 * Claims and sends beside the request that each cannot do without, on servers for tests. The times are the CPU time of this process,
 * which has the client only: they say what this package adds to the SDK, and nothing about AWS.
 */
export async function awsRows(effort: Effort): Promise<readonly Row[]> {
  const server = await startProgram(new URL('aws-program.ts', import.meta.url));
  const endpoint = `http://127.0.0.1:${server.first}`;
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
  const config = { endpoint, region: 'eu-central-1', credentials };
  const dynamo = new DynamoDBClient(config);
  const sqs = new SQSClient(config);
  try {
    const file = new URL('../../../packages/aws/claims-table.json', import.meta.url);
    const table = JSON.parse(readFileSync(file, 'utf8'));
    await dynamo.send(new CreateTableCommand({ TableName: tableName, ...table }));
    const queueUrl = `${endpoint}/000000000000/events`;
    return [
      ...(await contestOf(effort, 'dynamoStore', dynamoOperations(dynamo))),
      ...(await contestOf(effort, 'sqsInbox', sqsOperations(sqs, queueUrl))),
    ];
  } finally {
    dynamo.destroy();
    sqs.destroy();
    await server.end();
  }
}

/** The others are compared with the first. */
type Operations = Readonly<Record<string, Operation>>;

function dynamoOperations(client: DynamoDBClient): Operations {
  const store = dynamoStore(client, { tableName });
  const owner = randomUUID();
  return {
    'UpdateItem with a condition': (key) =>
      client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: { claimKey: { S: key } },
          UpdateExpression: 'SET #owner = :owner',
          ConditionExpression: 'attribute_not_exists(#key)',
          ExpressionAttributeNames: { '#key': 'claimKey', '#owner': 'owner' },
          ExpressionAttributeValues: { ':owner': { S: owner } },
        }),
      ),
    'dynamoStore.claim': async (key) => store.claim(key, owner, LEASE),
  };
}

function sqsOperations(client: SQSClient, queueUrl: string): Operations {
  // The row above has the cost of a claim in a table.
  const inbox = sqsInbox(client, memoryStore(), { queueUrl });
  const eventOf = (id: string) => fixture('document_verification.completed', { id });
  return {
    SendMessage: (id) => {
      const body = JSON.stringify({ event: eventOf(id), key: id, receivedAt: 0 });
      return client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
    },
    'sqsInbox.store': async (id) => inbox.store(eventOf(id), { key: id, receivedAt: 0 }),
  };
}

async function contestOf(
  effort: Effort,
  name: string,
  operations: Operations,
): Promise<readonly Row[]> {
  const [raw = '', ...others] = Object.keys(operations);
  let next = 0;
  const times = await inTurns(effort, [raw, secondRun(raw), ...others], ROUNDS, async (each) => {
    const operate = operations[each.replace(secondRun(''), '')];
    const before = process.cpuUsage();
    await runConcurrently(IN_FLIGHT, PER_ROUND[effort], async () => {
      next += 1;
      await operate?.(keyOf(next));
    });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / PER_ROUND[effort];
  });
  const heading = { subject: 'aws', contest: `${name}, ${IN_FLIGHT} in flight` };
  return rowsOf(heading, times, raw, {
    figuresOf: (each) => ({ 'CPU µs': medianOf(times, each) }),
  });
}
