import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createReceiver, type Outcome } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ClockSkewError, dynamoStore } from '../../src/dynamodb/index.js';
import { tableName, useDynamo } from '../support/dynamo.js';

const LEASE = 60_000;
const secret = 'whsec_dynamo';
const dynamo = useDynamo();

let keys = 0;
let key = '';
beforeEach(() => {
  keys += 1;
  key = `k${keys}`;
});
afterEach(() => {
  dynamo.faults.length = 0;
});

/** A store of another process, whose clock is ahead of the server's by `skew` milliseconds. */
function process(skew = 0, options: { readonly maxClockSkew?: number; timeout?: number } = {}) {
  const now = () => dynamo.now() + skew;
  return dynamoStore(dynamo.client(), { tableName, now, timeout: 60_000, ...options });
}

function failNext(operation: string, fault: (typeof dynamo.faults)[number]['fault']): void {
  dynamo.faults.push({ operation, fault });
}

function requestOf(operation: string): string {
  return operation === 'release' ? 'DeleteItem' : 'UpdateItem';
}

/** The server does it, and the connection breaks before the reply. */
function loseReply(_req: IncomingMessage, res: ServerResponse, handle: () => void): void {
  res.end = () => {
    res.destroy();
    return res;
  };
  handle();
}

/** The condition of a write is not met: the answer of DynamoDB, with the item, and of servers that leave it out. */
function refuse(item?: object) {
  return (_req: IncomingMessage, res: ServerResponse): void => {
    res.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    const type = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';
    res.end(JSON.stringify({ __type: type, message: 'The request failed.', Item: item }));
  };
}

function throttle(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  const type = 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException';
  res.end(JSON.stringify({ __type: type, message: 'The rate is exceeded.' }));
}

describe('when a reply is lost, the SDK asks again, and the owner gets the answer', () => {
  it.each(['claim', 'extend', 'commit', 'release'] as const)('%s', async (operation) => {
    const store = process();
    if (operation !== 'claim') await store.claim(key, 'a', LEASE);
    failNext(requestOf(operation), loseReply);
    const answer = await store[operation](key, 'a', LEASE);
    expect(answer).toBe(operation === 'claim' ? 'acquired' : true);
    expect(dynamo.faults).toEqual([]);
  });
});

describe('a server that does not answer', () => {
  /** Starts an operation with a limit of 50 ms, which pass once its request has come. @returns what the operation resolves with. */
  async function meetSilence<T>(
    request: string,
    operation: () => T | Promise<T>,
    onClose = (): void => {},
  ): Promise<T> {
    const arrived = deferred();
    failNext(request, (_req, res) => {
      res.once('close', onClose);
      arrived.resolve();
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const operating = operation();
    await arrived.promise;
    vi.advanceTimersByTime(50);
    return operating;
  }

  it('ends each operation at the limit', async () => {
    const store = process(0, { timeout: 50 });
    for (const operation of ['claim', 'extend', 'commit', 'release'] as const) {
      const silenced = meetSilence(requestOf(operation), () => store[operation](key, 'a', LEASE));
      await expect(silenced).rejects.toThrow('DynamoDB did not answer within 50 ms.');
    }
  });

  it('is sent nothing more: the connection ends', async () => {
    const ended = deferred();
    const store = process(0, { timeout: 50 });
    const claim = () => store.claim(key, 'a', LEASE);
    await expect(meetSilence('UpdateItem', claim, () => ended.resolve())).rejects.toThrow('50 ms');
    await ended.promise;
  });

  it('makes the receiver answer 503, and run no handler', async () => {
    const outcomes: Outcome[] = [];
    let runs = 0;
    const receiver = createReceiver({
      secret,
      dedupe: process(0, { timeout: 50 }),
      observe: ({ outcome }) => void outcomes.push(outcome),
      handlers: {
        '*': () => {
          runs += 1;
        },
      },
    });
    const signed = await sign(fixture('document_verification.recorded', { id: key }), { secret });
    const request = signed.request('https://receiver.test');
    const answer = await meetSilence('UpdateItem', () => receiver.fetch(request));
    expect([answer.status, runs]).toEqual([503, 0]);
    expect(outcomes).toMatchObject([
      { kind: 'unavailable', reason: 'dedupe', error: { name: 'NoAnswerError' } },
    ]);
  });
});

describe('a table whose throughput is exceeded', () => {
  it('is asked again', async () => {
    failNext('UpdateItem', throttle);
    expect(await process().claim(key, 'a', LEASE)).toBe('acquired');
  });

  it('makes the operation reject when it stays so', async () => {
    const store = dynamoStore(dynamo.client({ maxAttempts: 2 }), { tableName, now: dynamo.now });
    failNext('UpdateItem', throttle);
    failNext('UpdateItem', throttle);
    await expect(store.claim(key, 'a', LEASE)).rejects.toMatchObject({
      name: 'ProvisionedThroughputExceededException',
    });
  });
});

describe('a holder that has crashed', () => {
  it('loses its claim after the lease and twice the clock skew', async () => {
    await process().claim(key, 'crashed', LEASE);
    const other = process();
    dynamo.wait(LEASE + 4_000);
    expect(await other.claim(key, 'b', LEASE)).toEqual({ busyForMs: 6_000 });
    dynamo.wait(5_999);
    expect(await other.claim(key, 'b', LEASE)).toEqual({ busyForMs: 1 });
    dynamo.wait(1);
    expect(await other.claim(key, 'b', LEASE)).toBe('acquired');
    expect(await process().commit(key, 'crashed', LEASE)).toBe(false);
  });

  it('is waited for by a process that has just started, too', async () => {
    await process().claim(key, 'crashed', LEASE);
    dynamo.wait(LEASE + 10_000);
    // Its first write takes no lease over; the answer to it shows that the clock is right.
    expect(await process().claim(key, 'b', LEASE)).toBe('acquired');
  });
});

describe('two clocks', () => {
  // Milliseconds. A date in whole seconds leaves a second of doubt, of which the test's clock uses 700.
  const FAST = 4_600;
  const SLOW = -4_200;

  it('within the limit never disagree about a live lease', async () => {
    const slow = process(SLOW);
    const fast = process(FAST);
    await fast.claim('warm-up', 'b', LEASE);
    await slow.claim(key, 'a', LEASE);
    dynamo.wait(LEASE - 1);
    expect(await fast.claim(key, 'b', LEASE)).toMatchObject({ busyForMs: expect.any(Number) });
    expect(await slow.commit(key, 'a', LEASE)).toBe(true);
  });

  it.each([FAST, SLOW])('within the limit agree that a lease has ended: %i', async (skew) => {
    await process(-skew / 2).claim(key, 'a', LEASE);
    dynamo.wait(LEASE + 20_000);
    expect(await process(skew).claim(key, 'b', LEASE)).toBe('acquired');
  });

  it.each([3_600_000, -3_600_000, 6_000, -6_000])(
    'beyond the limit: a machine that is off by %i ms gets no claim, and leaves none',
    async (skew) => {
      const wrong = process(skew);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const claiming = wrong.claim(key, 'wrong', LEASE);
        await expect(claiming).rejects.toThrow(ClockSkewError);
        await expect(claiming).rejects.toThrow('Synchronize the clock');
      }
      await expect.poll(() => process().claim(key, 'b', LEASE)).toBe('acquired');
    },
  );

  it('beyond the limit: what the second of a date leaves in doubt counts against the clock', async () => {
    await expect(process(-4_900).claim(key, 'slow', LEASE)).rejects.toThrow(ClockSkewError);
  });

  it('beyond the limit: a machine takes over no live lease of another, from its first claim on', async () => {
    const holder = process();
    await holder.claim(key, 'a', LEASE);
    const wrong = process(3_600_000);
    await expect(wrong.claim(key, 'wrong', LEASE)).rejects.toThrow(ClockSkewError);
    expect(await holder.extend(key, 'a', LEASE)).toBe(true);
  });

  it('are compared again after a clock was set', async () => {
    let skew = 0;
    const now = () => dynamo.now() + skew;
    const store = dynamoStore(dynamo.client(), { tableName, now });
    await store.claim('warm-up', 'c', LEASE);
    await process().claim(key, 'a', LEASE);
    skew = 3_600_000;
    await expect(store.claim(key, 'b', LEASE)).rejects.toThrow(ClockSkewError);
    skew = 0;
    expect(await store.claim(key, 'b', LEASE)).toMatchObject({ busyForMs: expect.any(Number) });
  });
});

describe('an item', () => {
  async function itemOf(wanted: string) {
    const get = new GetItemCommand({ TableName: tableName, Key: { claimKey: { S: wanted } } });
    return (await dynamo.client().send(get)).Item;
  }
  const endOf = (endsAt: number) => ({
    endsAt: { N: String(endsAt) },
    // DynamoDB may delete it a day later. It takes seconds.
    expiresAt: { N: String(Math.ceil(endsAt / 1000) + 86_400) },
  });

  it('ends with its lease, then with its retention, and is deleted a day later', async () => {
    const store = process();
    await store.claim(key, 'a', 1000.5);
    expect(await itemOf(key)).toMatchObject(endOf(dynamo.now() + 1001));
    await store.extend(key, 'a', LEASE);
    expect(await itemOf(key)).toMatchObject(endOf(dynamo.now() + LEASE));
    await store.commit(key, 'a', 604_800_000);
    expect(await itemOf(key)).toMatchObject(endOf(dynamo.now() + 604_800_000));
  });

  it('ends in the year 2100 at the latest', async () => {
    const store = process();
    await store.claim(key, 'a', LEASE);
    await store.commit(key, 'a', Number.MAX_SAFE_INTEGER);
    expect(await itemOf(key)).toMatchObject(endOf(Date.UTC(2100, 0)));
  });

  it('that is not a claim is an error', async () => {
    failNext('UpdateItem', refuse({ claimKey: { S: key } }));
    await expect(process().claim(key, 'a', LEASE)).rejects.toThrow(
      'Give the store a table of its own',
    );
  });

  it('that is gone when it is read was held all the same', async () => {
    failNext('UpdateItem', refuse());
    expect(await process().claim(key, 'a', LEASE)).toEqual({ busyForMs: 1 });
  });
});

describe('the requests', () => {
  it('are one write for each operation, and those that the policy allows', async () => {
    const store = process();
    dynamo.operations.length = 0;
    await store.claim(key, 'a', LEASE);
    await store.extend(key, 'a', LEASE);
    await store.release(key, 'a');
    await store.claim(key, 'a', LEASE);
    await store.commit(key, 'a', LEASE);
    const update = 'UpdateItem';
    expect(dynamo.operations).toEqual([update, update, 'DeleteItem', update, update]);
    await store.claim(key, 'b', LEASE);
    // For a server that does not return the item.
    expect(dynamo.operations.slice(5)).toEqual([update, 'GetItem']);
    const file = new URL('../../policies/dynamo-store.json', import.meta.url);
    const { Statement: statements } = JSON.parse(readFileSync(file, 'utf8'));
    const sent = [...new Set(dynamo.operations)].map((name) => `dynamodb:${name}`);
    expect(statements[0].Action).toEqual(sent.sort());
  });

  it('need no second one where the server returns the item, as DynamoDB does', async () => {
    await process().claim(key, 'a', LEASE);
    const store = process();
    dynamo.operations.length = 0;
    const item = { done: { BOOL: true }, endsAt: { N: String(dynamo.now() + LEASE) } };
    failNext('UpdateItem', refuse(item));
    expect(await store.claim(key, 'b', LEASE)).toBe('done');
    expect(dynamo.operations).toEqual(['UpdateItem']);
  });

  it('ask for the item that refuses them, and otherwise read it as it is now', async () => {
    const client = dynamo.client();
    const inputs: unknown[] = [];
    client.middlewareStack.add((next) => (args) => {
      inputs.push(args.input);
      return next(args);
    });
    const store = dynamoStore(client, { tableName, now: dynamo.now, timeout: 60_000 });
    await process().claim(key, 'a', LEASE);
    await store.claim(key, 'b', LEASE);
    await store.release(key, 'b');
    expect(inputs).toMatchObject([
      { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      { ConsistentRead: true },
      { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      { ConsistentRead: true },
    ]);
  });

  it('hold a key of three bytes a character', async () => {
    expect(await process().claim('看'.repeat(683), 'a', LEASE)).toBe('acquired');
  });

  it('keep long keys apart that UTF-8 cannot tell apart', async () => {
    const long = `${key}:${'x'.repeat(700)}`;
    expect(await process().claim(`${long}\uD800`, 'a', LEASE)).toBe('acquired');
    expect(await process().claim(`${long}\uD801`, 'b', LEASE)).toBe('acquired');
  });
});

describe('a malformed client', () => {
  it.each([
    [undefined, 'got undefined'],
    [{ send: () => {} }, 'not a client of its version 3'],
    [new SQSClient({ region: 'eu-central-1' }), 'got a client for SQS'],
  ])('is refused at construction, with the cure: %#', (client, message) => {
    const create = () => Reflect.apply(dynamoStore, undefined, [client, { tableName }]);
    expect(create).toThrow(message);
    expect(create).toThrow('Give new DynamoDBClient() of @aws-sdk/client-dynamodb.');
  });

  it.each([
    [{}, 'tableName: expected'],
    [undefined, "Call dynamoStore(client, { tableName: 'screening-claims' })."],
    [{ tableName, maxClockSkew: 1000 }, 'maxClockSkew: expected milliseconds of at least 2000'],
    [{ tableName, timeouts: 5 }, 'timeouts: unknown option of dynamoStore. Did you mean timeout?'],
  ])('option is refused: %j', (options, message) => {
    expect(() => Reflect.apply(dynamoStore, undefined, [dynamo.client(), options])).toThrow(
      message,
    );
  });

  it('table is named in the error', async () => {
    const store = dynamoStore(dynamo.client(), { tableName: 'missing', now: dynamo.now });
    await expect(store.claim(key, 'a', LEASE)).rejects.toThrow('Create it with claims-table.json');
  });
});
