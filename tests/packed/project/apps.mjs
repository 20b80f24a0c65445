// An app of a framework that imports or requires its packages: `node apps.mjs import express`. It gets signed deliveries over HTTP.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';

const [form, framework] = process.argv.slice(2);
const load = form === 'import' ? (name) => import(name) : createRequire(import.meta.url);

const type = 'document_verification.completed';
const secret = 'whsec_app';

/** Each makes what listens, with a receiver on /webhooks. */
const apps = {
  async express(handler) {
    const { webhook } = await load('@screening-webhooks/express');
    const express = await load('express');
    const app = (express.default ?? express)();
    return app.post('/webhooks', webhook({ secret, handlers: { [type]: handler } }));
  },

  // Its module is written without TypeScript's decorators.
  async nest(handler) {
    await load('reflect-metadata');
    const { Module } = await load('@nestjs/common');
    const { NestFactory } = await load('@nestjs/core');
    const { OnScreeningEvent, ScreeningWebhooksModule } = await load('@screening-webhooks/nestjs');
    class Licenses {
      onCompleted(event) {
        return handler(event);
      }
    }
    const method = Object.getOwnPropertyDescriptor(Licenses.prototype, 'onCompleted');
    OnScreeningEvent(type)(Licenses.prototype, 'onCompleted', method);
    class AppModule {}
    const receiver = ScreeningWebhooksModule.forRoot({ path: '/webhooks', secret });
    Module({ imports: [receiver], providers: [Licenses] })(AppModule);
    // With its parser of JSON, and without `rawBody`.
    const app = await NestFactory.create(AppModule, { logger: ['error'], abortOnError: false });
    await app.init();
    return app.getHttpServer();
  },

  // Behind a server that makes events of version 2.
  async lambda(handler) {
    await checkAwsClients();
    const { webhook } = await load('@screening-webhooks/aws/lambda');
    const receive = webhook({ secret, handlers: { [type]: handler } });
    return createServer(async (request, response) => {
      const { method, headers } = request;
      const body = (await buffer(request)).toString('base64');
      const event = { requestContext: { http: { method } }, headers, body, isBase64Encoded: true };
      const answer = await receive(event, { getRemainingTimeInMillis: () => 15_000 });
      response.writeHead(answer.statusCode, answer.headers).end(answer.body);
    });
  },
};

/** The clients of an app are the clients that the package knows. */
async function checkAwsClients() {
  const { DynamoDBClient } = await load('@aws-sdk/client-dynamodb');
  const { SQSClient } = await load('@aws-sdk/client-sqs');
  const { dynamoStore } = await load('@screening-webhooks/aws/dynamodb');
  const { sqsConsumer, sqsInbox } = await load('@screening-webhooks/aws/sqs');
  const region = 'eu-central-1';
  const sqs = new SQSClient({ region });
  const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/123456789012/events';
  const store = dynamoStore(new DynamoDBClient({ region }), { tableName: 'claims' });
  assert.equal(typeof sqsInbox(sqs, store, { queueUrl }).store, 'function');
  const { handler } = sqsConsumer(sqs, async () => ({ kind: 'processed' }), store, { queueUrl });
  assert.deepEqual(await handler({ Records: [] }), { batchItemFailures: [] });
}

const handled = [];
const app = await apps[framework](({ data }) => handled.push(data.externalId));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');

const { signBody } = await load('@screening-webhooks/core');
const created = '2026-01-01T00:00:00Z';
const data = { verified: true, externalId: 'nurse-7' };
const body = JSON.stringify({ id: 'evt_1', type, created, data });
const header = await signBody(body, { secret });
async function post(sent) {
  const headers = { 'content-type': 'application/json', 'service-signature': header };
  const url = `http://127.0.0.1:${server.address().port}/webhooks`;
  const response = await fetch(url, { method: 'POST', headers, body: sent });
  const { outcome, code } = await response.json();
  return [response.status, outcome, code];
}
const changed = body.replace('nurse-7', 'nurse-8');
assert.deepEqual(await post(body), [200, 'processed', undefined]);
assert.deepEqual(await post(body), [200, 'duplicate', undefined]);
assert.deepEqual(await post(changed), [401, 'rejected', 'signature_mismatch']);
assert.deepEqual(handled, ['nurse-7']);
server.closeAllConnections();
server.close();
