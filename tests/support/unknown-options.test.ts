import { expect, it } from 'vitest';
import {
  createClient,
  reconcile,
  reconcileEvery,
  scheduledReconciliation,
} from '../../packages/client/src/index.js';
import {
  d1Store,
  durableObjectStore,
  queueConsumer,
  queueInbox,
} from '../../packages/cloudflare/src/index.js';
import { listener } from '../../packages/core/src/adapters/node/index.js';
import {
  createReceiver,
  createVerifier,
  memoryStore,
  signBody,
  verifySignature,
} from '../../packages/core/src/index.js';
import {
  cleanUpEvery as cleanUpMysqlEvery,
  mysqlStore,
  recordEffect as recordEffectOnMysql,
  transactional as transactionalOnMysql,
} from '../../packages/mysql/src/index.js';
import { screeningTelemetry } from '../../packages/opentelemetry/src/index.js';
import { postgresInbox } from '../../packages/postgres/src/inbox/index.js';
import {
  cleanUpEvery,
  postgresStore,
  recordEffect,
  transactional,
} from '../../packages/postgres/src/index.js';
import { redisInbox } from '../../packages/redis/src/inbox/index.js';
import { redisStore } from '../../packages/redis/src/index.js';
import { serviceConfig } from '../../packages/sandbox/src/handle/sandbox-options.js';
import { sqliteInbox } from '../../packages/sqlite/src/inbox/index.js';
import {
  recordEffect as recordEffectInSqlite,
  sqliteStore,
} from '../../packages/sqlite/src/index.js';
import { fixture, sender, sign } from '../../packages/testing/src/index.js';

/** An option that no type allows. */
const option = (name: string): object => ({ [name]: 1 });

const receiver = createReceiver({ secret: 'whsec_of_the_test', handlers: { '*': () => {} } });
const binding = { idFromName: () => '', get: () => ({ fetch: async () => new Response() }) };
const pool = { query() {}, connect() {}, totalCount: 0 };
const getConnection = () => {};
const file = { exec() {}, prepare: () => ({ all: () => [] }) };
const cleanUp = async () => ({ deleted: 0, more: false });
const handler = () => {};
const redis = {
  status: 'ready',
  set: async () => 'OK',
  evalsha: async () => 0,
  eval: async () => 0,
};
const polled = {
  client: createClient({ apiKey: 'k', baseUrl: 'https://api.example' }),
  receiver: createReceiver({ secret: 's', handlers: { '*': handler }, reconciliation: true }),
  pending: () => [],
};
const secret = 'whsec_of_the_test';
const body = new Uint8Array();

// Each with a misspelled option: [function, option, correct option, call].
const bags: readonly [string, string, string, (misspelt: object) => unknown][] = [
  [
    'createReceiver',
    'retenton',
    'retention',
    (more) => createReceiver({ secret, handlers: {}, ...more }),
  ],
  ['createVerifier', 'tolerence', 'tolerance', (more) => createVerifier({ secret, ...more })],
  ['drain', 'timeot', 'timeout', (more) => receiver.drain(more)],
  ['memoryStore', 'maxEntrie', 'maxEntries', memoryStore],
  ['listener', 'falback', 'fallback', (more) => listener(receiver, { path: '/', ...more })],
  ['signBody', 'timestmap', 'timestamp', (more) => signBody(body, { secret, ...more })],
  [
    'verifySignature',
    'tolerence',
    'tolerance',
    (more) => verifySignature(body, 't=1', { secret, ...more }),
  ],
  ['redisStore', 'prefx', 'prefix', (more) => redisStore(redis, more)],
  [
    'redisInbox',
    'orderby',
    'orderBy',
    (more) => redisInbox({ connection: redis as never, ...more }),
  ],
  ['mysqlStore', 'tabel', 'table', (more) => mysqlStore({ getConnection } as never, more)],
  ['sqliteStore', 'tabel', 'table', (more) => sqliteStore(file, more)],
  ['sqliteInbox', 'orderby', 'orderBy', (more) => sqliteInbox(file, more)],
  [
    'recordEffect of sqlite',
    'nmae',
    'name',
    (more) => recordEffectInSqlite(file, fixture('report.completed'), more),
  ],
  ['postgresStore', 'tabel', 'table', (more) => postgresStore(pool as never, more)],
  ['postgresInbox', 'orderby', 'orderBy', (more) => postgresInbox(pool as never, more)],
  [
    'transactional of mysql',
    'kee',
    'key',
    (more) => transactionalOnMysql({ getConnection } as never, handler, more),
  ],
  ['transactional', 'kee', 'key', (more) => transactional(pool as never, handler, more)],
  [
    'recordEffect',
    'nmae',
    'name',
    (more) => recordEffect(async () => [], fixture('report.completed'), more),
  ],
  [
    'recordEffect of mysql',
    'nmae',
    'name',
    (more) => recordEffectOnMysql(async () => [], fixture('report.completed'), more),
  ],
  ['cleanUpEvery', 'intervall', 'interval', (more) => cleanUpEvery({ cleanUp }, more)],
  [
    'cleanUpEvery of mysql',
    'intervall',
    'interval',
    (more) => cleanUpMysqlEvery({ cleanUp }, more),
  ],
  ['durableObjectStore', 'shard', 'shards', (more) => durableObjectStore(binding, more)],
  [
    'queueInbox',
    'leese',
    'lease',
    (more) => queueInbox({ send: async () => {} }, memoryStore(), more),
  ],
  [
    'queueConsumer',
    'leese',
    'lease',
    (more) => queueConsumer(receiver.dispatch, memoryStore(), more),
  ],
  [
    'createClient',
    'retrys',
    'retries',
    (more) => createClient({ apiKey: 'k', baseUrl: 'https://a.example', ...more }),
  ],
  ['reconcile', 'concurency', 'concurrency', (more) => reconcile({ ...polled, ...more })],
  ['reconcileEvery', 'onreport', 'onReport', (more) => reconcileEvery(1, { ...polled, ...more })],
  [
    'scheduledReconciliation',
    'onReports',
    'onReport',
    (more) => scheduledReconciliation(() => polled, more),
  ],
  ['screeningTelemetry', 'endpiont', 'endpoint', screeningTelemetry],
  ['sender', 'backof', 'backoff', (more) => sender({ url: 'http://a.example', secret, ...more })],
  ['sign', 'att', 'at', (more) => sign(fixture('report.completed'), { secret, ...more })],
  ['fixture', 'dta', 'data', (more) => fixture('report.completed', { ...more })],
  ['startSandbox', 'sed', 'seed', serviceConfig],
];

it.each(bags)('%s refuses %s, and names %s', async (_function, misspelt, meant, call) => {
  const calling = async () => call(option(misspelt));
  await expect(calling()).rejects.toThrow(new RegExp(`${misspelt}: .*Did you mean ${meant}\\?`));
  await expect(calling()).rejects.toBeInstanceOf(TypeError);
});

it('a name that is near none is told all of them', () => {
  const otherwise = { path: '/', ...option('otherwise') };
  expect(() => listener(receiver, otherwise)).toThrow('The options are path, fallback.');
  const database = { prepare: () => ({}), batch: async () => [] };
  expect(() => d1Store(database as never, option('table') as never)).toThrow('It has none.');
});
