const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { SQSClient } = require('@aws-sdk/client-sqs');
const { dynamoStore } = require('@screening-webhooks/aws/dynamodb');
const { webhook } = require('@screening-webhooks/aws/lambda');
const { sqsConsumer, sqsInbox } = require('@screening-webhooks/aws/sqs');
const { signBody } = require('@screening-webhooks/core');
const { checkLambda } = require('./check-lambda.cjs');

const clients = { DynamoDBClient, SQSClient };
checkLambda({ webhook, dynamoStore, sqsInbox, sqsConsumer, signBody, clients });
