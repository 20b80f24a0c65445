import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import { sqsInbox } from '@screening-webhooks/aws/sqs';
import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { sender } from '@screening-webhooks/testing';
import { STORE_OPTIONS } from '../aws-inbox.mjs';
import { eventOf } from '../inboxes.mjs';
import {
  createQueues,
  createTable,
  openDynamo,
  openSqs,
  queueUrlOf,
} from '../servers/aws-clients.mjs';
import { until } from '../until.mjs';

const secret = 'whsec_aws_silence';
const LIMIT = 30_000;
const DELIVERIES = 3;
// Enough for a busy machine.
const TIMES = { timeout: 4000 };

/** @param createStore `dynamoStore`, or a flawed one. */
export const silentDynamo = (createStore) => ({
  name: 'dynamoStore',
  status: 200,
  error: 'DynamoDB did not answer within 4000 ms.',
  async open(port) {
    await createTable(port);
    const client = openDynamo(port);
    const dedupe = await createStore(client, { ...STORE_OPTIONS, ...TIMES });
    return { options: { dedupe }, close: () => client.destroy() };
  },
});

/** @param createInbox `sqsInbox`, or a flawed one. */
export const silentSqs = (createInbox) => ({
  name: 'sqsInbox',
  status: 202,
  error: 'SQS did not answer within 4000 ms.',
  async open(port) {
    await createQueues(port, { name: 'events', deadLetters: 'dead', attempts: 10 });
    const client = openSqs(port);
    const queueUrl = queueUrlOf(port, 'events');
    const inbox = await createInbox(client, memoryStore(), { queueUrl, lease: 1000, ...TIMES });
    return { options: { inbox }, close: () => client.destroy() };
  },
});

/**
 * The network stops with all connections open, while deliveries come. Each is answered 503 at the limit of the system itself, with
 * the reason, and nothing of it is left when the network is back.
 */
export const silence = (system) => ({
  name: `silent connections: ${system.name}`,
  server: 'aws',

  async drill(stage) {
    const network = await stage.proxy();
    const { options, close } = await system.open(network.port);
    const runs = [];
    const outcomes = [];
    const receiver = createReceiver({
      secret,
      ...options,
      ackTimeout: 8000,
      observe: ({ outcome }) => outcomes.push(outcome),
      handlers: { '*': ({ id }) => void runs.push(id) },
    });
    const service = sender({
      url: 'http://receiver.test/',
      secret,
      fetch: receiver.fetch,
      backoff: [],
    });
    const deliver = async (id) => (await service.send(eventOf(id, id))).attempts[0].status;
    const acks = (id) => until(async () => (await deliver(id)) === system.status, LIMIT);
    const begun = await acks('before');
    outcomes.length = 0;
    runs.length = 0;
    network.partition();
    const ids = Array.from({ length: DELIVERIES }, (_, number) => `silent ${number}`);
    const statuses = await Promise.all(ids.map(deliver));
    const told = outcomes.map(({ error }) => error?.message);
    const early = [...runs];
    network.heal();
    const failures = {
      'not begun': begun ? [] : ['before'],
      'not refused': statuses.filter((status) => status !== 503).map(String),
      'another reason': told.filter((message) => message !== system.error),
      'run without a claim': early,
      'not acked afterwards': [],
    };
    const acked = await Promise.all(ids.map(acks));
    failures['not acked afterwards'] = ids.filter((_, index) => !acked[index]);
    close();
    return failures;
  },
});

export const scenarios = [silentDynamo(dynamoStore), silentSqs(sqsInbox)].map(silence);
