import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import { webhook } from '@screening-webhooks/aws/lambda';
import { sqsConsumer, sqsInbox } from '@screening-webhooks/aws/sqs';
import { signBody } from '@screening-webhooks/core';
import { checkLambda } from './check-lambda.cjs';

const clients = { DynamoDBClient, SQSClient };
await checkLambda({ webhook, dynamoStore, sqsInbox, sqsConsumer, signBody, clients });
