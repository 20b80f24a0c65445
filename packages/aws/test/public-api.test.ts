import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as dynamodb from '../src/dynamodb/index.js';
import * as lambda from '../src/lambda/index.js';
import * as sqs from '../src/sqs/index.js';

const typesOf = (entry: string): readonly string[] =>
  exportedTypes(new URL(`../src/${entry}/index.ts`, import.meta.url));

it('exports these values, and no others', () => {
  expect(Object.keys(lambda).sort()).toEqual(['verifyWebhook', 'webhook']);
  expect(Object.keys(dynamodb).sort()).toEqual(['ClockSkewError', 'dynamoStore']);
  expect(Object.keys(sqs).sort()).toEqual(['sqsConsumer', 'sqsInbox']);
});

it('exports these types, and no others', () => {
  expect(typesOf('lambda')).toEqual([
    'LambdaContext',
    'LambdaEvent',
    'LambdaEventV1',
    'LambdaEventV2',
    'LambdaFramework',
    'LambdaHandler',
    'LambdaResult',
    'LambdaVerifier',
  ]);
  expect(typesOf('dynamodb')).toEqual(['DedupeStore', 'DynamoStoreOptions']);
  expect(typesOf('sqs')).toEqual([
    'Inbox',
    'QueuedEvent',
    'SqsBatchResponse',
    'SqsConsumer',
    'SqsConsumerOptions',
    'SqsEvent',
    'SqsInboxOptions',
    'SqsLambdaContext',
    'SqsObservation',
    'SqsOutcome',
    'SqsRecord',
  ]);
});
