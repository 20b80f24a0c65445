// Sends signed deliveries to a Lambda function, through a server that makes events of version 2.
const assert = require('node:assert/strict');
const { createServer } = require('node:http');
const { buffer } = require('node:stream/consumers');
const { checkDeliveries } = require('./check-deliveries.cjs');

/** @param aws What the function imports or requires. */
async function checkLambda({ webhook, dynamoStore, sqsInbox, sqsConsumer, signBody, clients }) {
  await checkDeliveries((options) => {
    const handler = webhook(options);
    return createServer(async (request, response) => {
      const { method, headers } = request;
      const body = (await buffer(request)).toString('base64');
      const event = { requestContext: { http: { method } }, headers, body, isBase64Encoded: true };
      const answer = await handler(event, { getRemainingTimeInMillis: () => 15_000 });
      response.writeHead(answer.statusCode, answer.headers).end(answer.body);
    });
  }, signBody);

  // The clients of the app are those that the package knows.
  const { DynamoDBClient, SQSClient } = clients;
  const region = 'eu-central-1';
  const sqs = new SQSClient({ region });
  const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/123456789012/events';
  const store = dynamoStore(new DynamoDBClient({ region }), { tableName: 'claims' });
  assert.equal(typeof sqsInbox(sqs, store, { queueUrl }).store, 'function');
  const { handler } = sqsConsumer(sqs, async () => ({ kind: 'processed' }), store, { queueUrl });
  assert.deepEqual(await handler({ Records: [] }), { batchItemFailures: [] });
}

module.exports = { checkLambda };
