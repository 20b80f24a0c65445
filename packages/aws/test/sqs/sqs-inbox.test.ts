import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  createReceiver,
  type DedupeStore,
  memoryStore,
  type Outcome,
} from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sqsInbox } from '../../src/sqs/index.js';
import { type SqsFault, useSqs } from '../support/sqs-server.js';

const secret = 'whsec_sqs';
const sqs = useSqs(1000);
const event = fixture('document_verification.recorded', { id: 'evt_sqs' });
const entry = { key: 'int:evt_sqs', receivedAt: 0 };

const failing: SqsFault = (res) =>
  void res
    .writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
    .end('{"__type":"com.amazonaws.sqs#OverLimit","message":"refused"}');

const losingReply: SqsFault = (res, handle) => {
  res.end = () => {
    res.destroy();
    return res;
  };
  handle();
};

/** Delivers an event of this size to a receiver with an inbox. */
async function deliver(holderName: string, queueUrl: string) {
  const outcomes: Outcome[] = [];
  const receiver = createReceiver({
    secret,
    inbox: sqsInbox(sqs.client(), memoryStore(), { queueUrl }),
    observe: ({ outcome }) => void outcomes.push(outcome),
    handlers: { '*': () => {} },
  });
  const sent = fixture('document_verification.recorded', { data: { formData: { holderName } } });
  const signed = await sign(sent, { secret });
  const { status } = await receiver.fetch(signed.request('https://receiver.test'));
  return { status, outcomes };
}

describe('an event', () => {
  it('of nearly 1 MiB is stored', async () => {
    const { queue, queueUrl } = sqs.queue();
    expect((await deliver('x'.repeat(1_040_000), queueUrl)).status).toBe(202);
    expect(queue.messages).toHaveLength(1);
  });

  it('that is too large for the queue is answered 503, and the outcome says why', async () => {
    const { queue, queueUrl } = sqs.queue({ maximumMessageSize: 262_144 });
    const { status, outcomes } = await deliver('看'.repeat(90_000), queueUrl);
    expect(status).toBe(503);
    expect(outcomes).toMatchObject([{ kind: 'unavailable', reason: 'inbox' }]);
    expect(String(Reflect.get(outcomes[0] ?? {}, 'error'))).toContain(
      'Message must be shorter than 262144 bytes.',
    );
    expect(queue.messages).toHaveLength(0);
  });

  it('is claimed for the lease, and remembered for the retention', async () => {
    const { queueUrl } = sqs.queue();
    const seen: unknown[] = [];
    const memory = memoryStore();
    const store: DedupeStore = {
      ...memory,
      claim: (key, owner, lease) => {
        seen.push([key, lease]);
        return memory.claim(key, owner, lease);
      },
      commit: (key, owner, retention) => {
        seen.push([key, retention]);
        return memory.commit(key, owner, retention);
      },
    };
    await sqsInbox(sqs.client(), store, { queueUrl }).store(event, entry);
    const given = { queueUrl, lease: 20_000, retention: 60_000 };
    await sqsInbox(sqs.client(), store, given).store(event, { ...entry, key: 'other' });
    expect(seen).toEqual([
      ['%accepted:int:evt_sqs', 30_000],
      ['%accepted:int:evt_sqs', 604_800_000],
      ['%accepted:other', 20_000],
      ['%accepted:other', 60_000],
    ]);
  });

  it('is stored though the commit fails', async () => {
    const { queueUrl } = sqs.queue();
    const commit = () => Promise.reject(new Error('the store is down'));
    const inbox = sqsInbox(sqs.client(), { ...memoryStore(), commit }, { queueUrl });
    expect(await inbox.store(event, entry)).toBe('stored');
  });

  it('may have characters that SQS refuses in a message', async () => {
    const { queue, queueUrl } = sqs.queue();
    const odd = { ...event, related: '\uFFFE\uFFFF\u0000\uD800' };
    const inbox = sqsInbox(sqs.client(), memoryStore(), { queueUrl });
    expect(await inbox.store(odd, entry)).toBe('stored');
    expect(JSON.parse(queue.messages[0]?.body ?? '')).toEqual({ ...entry, event: odd });
  });

  it('is stored once when the reply is lost, on a FIFO queue', async () => {
    const { queue, queueUrl } = sqs.queue({ fifo: true });
    sqs.faults.set('SendMessage', losingReply);
    const inbox = sqsInbox(sqs.client(), memoryStore(), { queueUrl });
    expect(await inbox.store(event, entry)).toBe('stored');
    expect(queue.messages).toHaveLength(1);
  });

  it('whose send failed is free for the next delivery', async () => {
    const { queue, queueUrl } = sqs.queue();
    const inbox = sqsInbox(sqs.client(), memoryStore(), { queueUrl });
    sqs.faults.set('SendMessage', failing);
    await expect(inbox.store(event, entry)).rejects.toThrow('refused');
    expect(await inbox.store(event, entry)).toBe('stored');
    expect(queue.messages).toHaveLength(1);
  });

  it('is not a duplicate while another delivery of it is being stored', async () => {
    const { queueUrl } = sqs.queue();
    const store = memoryStore();
    const client = sqs.client();
    const arrived = deferred<() => void>();
    sqs.faults.set('SendMessage', (_res, handle) => arrived.resolve(handle));
    const first = sqsInbox(client, store, { queueUrl, timeout: 60_000 }).store(event, entry);
    const handle = await arrived.promise;
    // Until `handle`, nothing but this limit can end its wait.
    const second = sqsInbox(client, store, { queueUrl, timeout: 50 });
    await expect(second.store(event, entry)).rejects.toThrow('is being stored');
    handle();
    expect(await first).toBe('stored');
    expect(await second.store(event, entry)).toBe('duplicate');
  });

  it('is not safe while the queue is silent', async () => {
    const { queueUrl } = sqs.queue();
    const arrived = deferred();
    const ended = deferred();
    sqs.faults.set('SendMessage', (res) => {
      res.once('close', () => ended.resolve());
      arrived.resolve();
    });
    const inbox = sqsInbox(sqs.client(), memoryStore(), { queueUrl, timeout: 50 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const refused = expect(inbox.store(event, entry)).rejects.toThrow(
      'SQS did not answer within 50 ms.',
    );
    await arrived.promise;
    vi.advanceTimersByTime(50);
    await refused;
    // Nor is it sent once more.
    await ended.promise;
  });
});

describe('the groups of a FIFO queue', () => {
  it.each([
    ['integrationId', 1],
    ['verificationId', 2],
    [undefined, 2],
  ] as const)('by %s', async (orderBy, groups) => {
    const { queue, queueUrl } = sqs.queue({ fifo: true });
    const options = { queueUrl, ...(orderBy && { orderBy }) };
    const inbox = sqsInbox(sqs.client(), memoryStore(), options);
    for (const verificationId of ['dv_a', 'dv_b']) {
      const data = { verificationId };
      const each = fixture('document_verification.recorded', { id: `evt_${verificationId}`, data });
      await inbox.store(each, { ...entry, key: each.id });
    }
    expect(new Set(queue.messages.map(({ group }) => group)).size).toBe(groups);
  });
});

describe('on a FIFO queue', () => {
  it('an event without the field does not wait behind one whose field is like its key', async () => {
    const { queue, queueUrl } = sqs.queue({ fifo: true });
    const options = { queueUrl, orderBy: 'verificationId' } as const;
    const inbox = sqsInbox(sqs.client(), memoryStore(), options);
    const data = { verificationId: 'dv_1' };
    const ordered = fixture('document_verification.recorded', { id: 'evt_ordered', data });
    await inbox.store(ordered, { ...entry, key: 'evt_ordered' });
    await inbox.store({ ...event, data: {} }, { ...entry, key: 'dv_1' });
    await inbox.store({ ...event, data: {} }, { ...entry, key: 'dv_2' });
    expect(new Set(queue.messages.map(({ group }) => group)).size).toBe(3);
  });
});

describe('malformed options', () => {
  const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/000000000000/events';
  const create = (...args: unknown[]) => Reflect.apply(sqsInbox, undefined, args);

  it('is refused at construction, with the cure', () => {
    const client = sqs.client();
    const store = memoryStore();
    const dynamo = new DynamoDBClient({ region: 'eu-central-1' });
    expect(() => create(dynamo, store, { queueUrl })).toThrow('got a client for DynamoDB');
    expect(() => create(client, {}, { queueUrl })).toThrow('store: expected a DedupeStore');
    expect(() => create(client, store)).toThrow('Call sqsInbox(client, store, { queueUrl }).');
    expect(() => create(client, store, { queueUrl: 'events' })).toThrow('not its name or ARN');
    expect(() => create(client, store, { queueUrl, orderBy: 'id' })).toThrow("'verificationId'");
    expect(() => create(client, store, { queueUrl, orderBy: 'verificationId' })).toThrow(
      'a standard queue keeps no order',
    );
    expect(() => create(client, store, { queueUrl, leases: 1 })).toThrow('Did you mean lease?');
  });
});
