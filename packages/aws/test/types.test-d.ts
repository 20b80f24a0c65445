import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { createReceiver, type DedupeStore, type Inbox } from '@screening-webhooks/core';
import type {
  ALBEvent,
  ALBResult,
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyResult,
  APIGatewayProxyStructuredResultV2,
  Context,
  LambdaFunctionURLEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import { expectTypeOf, test } from 'vitest';
import { dynamoStore } from '../src/dynamodb/index.js';
import { verifyWebhook, webhook } from '../src/lambda/index.js';
import { sqsConsumer, sqsInbox } from '../src/sqs/index.js';

declare const dynamo: DynamoDBClient;
declare const sqs: SQSClient;
const secret = 'whsec_types';
const handlers = { '*': () => {} };
const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/000000000000/events';

test('a handler takes the events of @types/aws-lambda, and answers what they require', () => {
  const handler = webhook({ secret, handlers });
  type Event = APIGatewayProxyEvent | APIGatewayProxyEventV2 | LambdaFunctionURLEvent | ALBEvent;
  expectTypeOf(handler).toExtend<(event: Event, context: Context) => Promise<ALBResult>>();
  expectTypeOf(handler).toExtend<(event: Event) => Promise<APIGatewayProxyResult>>();
  expectTypeOf(handler).toExtend<(event: Event) => Promise<APIGatewayProxyStructuredResultV2>>();
});

test('handlers get the event that was named', () => {
  webhook<APIGatewayProxyEventV2>({
    secret: ({ event }) => event.stageVariables?.['secret'],
    handlers: {
      '*': (_event, { framework }) => {
        expectTypeOf(framework?.event).toEqualTypeOf<APIGatewayProxyEventV2 | undefined>();
      },
    },
  });
});

test('verifyWebhook gives a typed event, or an answer', async () => {
  const verified = await verifyWebhook({ secret })({ httpMethod: 'POST' });
  if (verified.ok) expectTypeOf(verified.event.id).toEqualTypeOf<string>();
  else expectTypeOf(verified.answer.statusCode).toEqualTypeOf<number>();
});

test('the store and the inbox fit their ports, and the consumer a function of SQS', () => {
  const store = dynamoStore(dynamo, { tableName: 'screening-claims' });
  expectTypeOf(store).toExtend<DedupeStore>();
  expectTypeOf(sqsInbox(sqs, store, { queueUrl })).toExtend<Inbox>();
  const { dispatch } = createReceiver({ secret, handlers });
  const { handler } = sqsConsumer(sqs, dispatch, store, { queueUrl });
  expectTypeOf(handler).toExtend<
    (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>
  >();
  // @ts-expect-error a table is required
  dynamoStore(dynamo, {});
  // @ts-expect-error another client
  dynamoStore(sqs, { tableName: 'screening-claims' });
});
