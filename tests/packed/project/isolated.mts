// A module of a user of pnpm, who has installed the packages that it imports and nothing else: its declarations must have a name
// for each type that it exports.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import * as lambda from '@screening-webhooks/aws/lambda';
import { sqsConsumer, sqsInbox } from '@screening-webhooks/aws/sqs';
import { createClient } from '@screening-webhooks/client';
import * as cloudflare from '@screening-webhooks/cloudflare';
import { explainDelivery } from '@screening-webhooks/explain';
import * as express from '@screening-webhooks/express';
import * as fastify from '@screening-webhooks/fastify';
import * as hono from '@screening-webhooks/hono';
import * as edge from '@screening-webhooks/hono/edge';
import * as koa from '@screening-webhooks/koa';
import * as mysql from '@screening-webhooks/mysql';
import { mysqlInbox } from '@screening-webhooks/mysql/inbox';
import { ScreeningWebhooksModule } from '@screening-webhooks/nestjs';
import { logOutcomes, screeningTelemetry } from '@screening-webhooks/opentelemetry';
import * as postgres from '@screening-webhooks/postgres';
import { postgresInbox } from '@screening-webhooks/postgres/inbox';
import { type RedisClient, redisStore } from '@screening-webhooks/redis';
import { type RedisInboxOptions, redisInbox } from '@screening-webhooks/redis/inbox';
import { startSandbox } from '@screening-webhooks/sandbox';
import * as sqlite from '@screening-webhooks/sqlite';
import { sqliteInbox } from '@screening-webhooks/sqlite/inbox';
import {
  adapterContract,
  fixture,
  fixtures,
  manualClock,
  recordingHandler,
  sender,
  sign,
} from '@screening-webhooks/testing';
import type { FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import type Koa from 'koa';

const secret = 'whsec_isolated';
declare const fastifyApp: FastifyInstance;
declare const koaApp: Koa;
const handlers = { '*': () => undefined };
const options = { secret, handlers };

export const onExpress = express.webhook(options);
export const verifiesOnExpress = express.verifyWebhook({ secret });
export const onFastify = fastify.webhook(options);
export const verifiesOnFastify = fastify.verifyWebhook({ secret }, async () => 'ok');
export const onHono = hono.webhook(options);
export const verifiesOnHono = hono.verifyWebhook({ secret });
export const app = new Hono().post('/webhooks', hono.webhook(options));
export const verifiedApp = new Hono().post('/webhooks', verifiesOnHono, (c) =>
  c.json({ id: c.get('webhookEvent').id }),
);
export const onKoa = koa.webhook(options);
export const verifiesOnKoa = koa.verifyWebhook({ secret });
fastifyApp.register(onFastify, { prefix: '/webhooks' });
koaApp.use(onKoa);
export const handler = lambda.webhook(options);
export const verify = lambda.verifyWebhook({ secret });
export const nest = ScreeningWebhooksModule.forRoot({ path: 'webhooks', secret });

declare const redis: RedisClient;
declare const connection: RedisInboxOptions['connection'];
declare const pg: postgres.PostgresClient;
declare const pool: mysql.MysqlPool;
declare const file: sqlite.SqliteDatabase;
const dynamo = new DynamoDBClient({});
const sqs = new SQSClient({});
const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/1/screening';

export const stores = {
  dynamo: dynamoStore(dynamo, { tableName: 'claims' }),
  mysql: mysql.mysqlStore(pool),
  postgres: postgres.postgresStore(pg),
  redis: redisStore(redis),
  sqlite: sqlite.sqliteStore(file),
};
export const fileClaims = sqlite.sqliteStore(file);
export const fileEvents = sqliteInbox(file);
export const redisClaims = redisStore(redis);
export const dynamoClaims = dynamoStore(dynamo, { tableName: 'claims' });
export const onEdge = edge.webhook({ ...options, dedupe: stores.redis });
export const d1 = (binding: cloudflare.D1Binding) => cloudflare.d1Store(binding);
export const durable = (binding: cloudflare.DurableObjectBinding) =>
  cloudflare.durableObjectStore(binding);
export const queue = (binding: cloudflare.QueueBinding) =>
  cloudflare.queueInbox(binding, stores.redis);
export const effects = mysql.transactional(pool, async () => undefined);
export const writes = postgres.transactional(pg, async () => undefined);
export const mysqlEvents = mysqlInbox(pool);
export const events = postgresInbox(pg);
export const jobs = redisInbox({ connection });
export const messages = sqsInbox(sqs, stores.dynamo, { queueUrl });
export const consumer = sqsConsumer(sqs, onExpress.receiver.dispatch, stores.dynamo, { queueUrl });

export const event = fixture('document_verification.recorded');
export const all = fixtures;
export const signed = sign(event, { secret });
export const clock = manualClock();
export const recorded = recordingHandler();
export const sending = sender({ url: 'http://127.0.0.1:3000', secret });
export const cases = adapterContract;
export const client = createClient({ apiKey: 'key', baseUrl: 'http://127.0.0.1:3000' });
export const telemetry = screeningTelemetry();
export const logger = logOutcomes;
export const explained = explainDelivery;
export const service = startSandbox();
