import { readFileSync } from 'node:fs';
import {
  type DedupeStore,
  type DispatchOutcome,
  type EventEnvelope,
  memoryStore,
} from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { until } from 'screening-webhooks-test-support/until';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type SqsConsumerOptions,
  type SqsObservation,
  type SqsRecord,
  sqsConsumer,
  sqsInbox,
} from '../../src/sqs/index.js';
import type { QueueOptions } from '../support/sqs-queue.js';
import { useSqs } from '../support/sqs-server.js';

const sqs = useSqs(100);
const processed: DispatchOutcome = { kind: 'processed' };
const failed: DispatchOutcome = { kind: 'failed', error: new Error('the database is down') };
/** Never settles before its test ends. */
const hang = () =>
  new Promise<never>((_, reject) => onTestFinished(() => reject(new Error('The test is over.'))));
const eventOf = (id: string, verificationId = 'dv_1') =>
  fixture('document_verification.recorded', { id, data: { verificationId } });

/** Faults on the way of one message. */
interface Stuck extends Partial<Pick<DedupeStore, 'claim' | 'commit' | 'release'>> {
  readonly process?: (id: string) => Promise<DispatchOutcome>;
  readonly isSilent?: boolean;
}

/** A queue with its inbox and its consumer. */
function setUp(options: QueueOptions = {}, store: DedupeStore = memoryStore()) {
  const { queue, queueUrl } = sqs.queue(options);
  const client = sqs.client();
  const order = options.fifo ? { orderBy: 'verificationId' as const } : {};
  const inbox = sqsInbox(client, memoryStore(), { queueUrl, timeout: 60_000, ...order });
  const seen: SqsObservation[] = [];
  return {
    queue,
    seen,
    store: (event: EventEnvelope) => inbox.store(event, { key: event.id, receivedAt: 0 }),
    consumer: (
      process: (event: EventEnvelope, run: { signal: AbortSignal }) => Promise<DispatchOutcome>,
      given: Partial<SqsConsumerOptions> = {},
    ) => {
      const observe = (each: SqsObservation) => void seen.push(each);
      return sqsConsumer(client, process, store, { queueUrl, observe, ...given });
    },
    /** The records that Lambda passes to a function. */
    records: (most = 10) =>
      queue.receive(most, undefined).map(({ id, receipt, body, receives, group }) => ({
        messageId: id,
        receiptHandle: receipt ?? '',
        body,
        attributes: { ApproximateReceiveCount: String(receives), MessageGroupId: group },
      })),
  };
}

describe('in a Lambda function', () => {
  it('names the messages that are to be tried again, and delays them', async () => {
    const { queue, seen, store, consumer, records } = setUp();
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await store(eventOf(id));
    const Records = records();
    const { handler } = consumer(async ({ id }) => (id === 'evt_2' ? failed : processed));
    expect(await handler({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: Records[1]?.messageId }],
    });
    expect(seen.find(({ id }) => id === 'evt_2')).toMatchObject({
      attempts: 1,
      outcome: failed,
      retryAfter: 1,
    });
    // The consumer deletes nothing: Lambda does.
    expect(queue.messages).toHaveLength(3);
    expect(handler.length).toBe(2);
  });

  it('processes a large batch without a warning of Node', async () => {
    const warn = vi.spyOn(process, 'emitWarning');
    const { store, consumer, records } = setUp();
    for (let n = 0; n < 30; n += 1) await store(eventOf(`evt_${n}`));
    const { handler } = consumer(async () => processed);
    const context = { getRemainingTimeInMillis: () => 900_000 };
    expect(await handler({ Records: records(30) }, context)).toEqual({ batchItemFailures: [] });
    expect(warn).not.toHaveBeenCalled();
  });

  it('processes the messages of a standard batch at once', async () => {
    const { store, consumer, records } = setUp();
    const both = deferred();
    let running = 0;
    for (const id of ['evt_1', 'evt_2']) await store(eventOf(id));
    const { handler } = consumer(async () => {
      running += 1;
      if (running === 2) both.resolve();
      await both.promise;
      return processed;
    });
    expect(await handler({ Records: records() })).toEqual({ batchItemFailures: [] });
  });

  it('stops a FIFO group at a message that is not done, and goes on with the others', async () => {
    const { store, consumer, records } = setUp({ fifo: true });
    const runs: string[] = [];
    for (const id of ['evt_a1', 'evt_a2', 'evt_b1', 'evt_b2']) {
      await store(eventOf(id, `dv_${id[4]}`));
    }
    const Records = records();
    const { handler } = consumer(async ({ id }) => {
      runs.push(id);
      return id === 'evt_a1' ? failed : processed;
    });
    const { batchItemFailures } = await handler({ Records });
    expect(runs.sort()).toEqual(['evt_a1', 'evt_b1', 'evt_b2']);
    const first = Records.slice(0, 2).map(({ messageId }) => messageId);
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(first);
  });

  it('drops a second message of an event that is done', async () => {
    const { seen, store, consumer, records } = setUp();
    let runs = 0;
    await store(eventOf('evt_1'));
    const Records = records();
    const { handler } = consumer(async () => {
      runs += 1;
      return processed;
    });
    await handler({ Records });
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    expect([runs, seen[1]?.outcome]).toEqual([1, { kind: 'duplicate' }]);
  });

  it.each([
    ['31 s', 31_000, 29_500],
    ['3 s', 3000, 1500],
    ['0.6 s', 600, 300],
  ])('aborts handlers when little is left of %s, and starts no other', async (_, remaining, at) => {
    const { store, consumer, records } = setUp({ fifo: true });
    for (const id of ['evt_1', 'evt_2']) await store(eventOf(id));
    const Records = records();
    const started = deferred<AbortSignal>();
    const runs: string[] = [];
    const { handler } = consumer(({ id }, { signal }) => {
      runs.push(id);
      started.resolve(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(processed)));
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const handling = handler({ Records }, { getRemainingTimeInMillis: () => remaining });
    const signal = await started.promise;
    vi.advanceTimersByTime(at - 1);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    const rest = [{ itemIdentifier: Records[1]?.messageId }];
    expect(await handling).toEqual({ batchItemFailures: rest });
    expect(runs).toEqual(['evt_1']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['whose handler ignores its signal', { process: hang }],
    ['whose claim hangs', { claim: hang }],
    ['whose release hangs', { process: async () => failed, release: hang }],
    ['whose commit hangs', { commit: hang }],
    ['whose delay SQS does not answer', { process: async () => failed, isSilent: true }],
  ])('answers in time for the others beside a message %s', async (_, stuck: Stuck) => {
    const memory = memoryStore();
    const reached = deferred();
    const stuckAt =
      <Args extends unknown[], Answer>(
        stuckCall: ((...args: Args) => Answer) | undefined,
        call: (...args: Args) => Answer,
      ) =>
      (...args: Args): Answer => {
        if (!stuckCall || args[0] !== 'evt_a1') return call(...args);
        reached.resolve();
        return stuckCall(...args);
      };
    const { seen, store, consumer, records } = setUp(
      { fifo: true },
      {
        ...memory,
        claim: stuckAt(stuck.claim, memory.claim),
        commit: stuckAt(stuck.commit, memory.commit),
        release: stuckAt(stuck.release, memory.release),
      },
    );
    for (const id of ['evt_a1', 'evt_a2', 'evt_b1']) await store(eventOf(id, `dv_${id[4]}`));
    const Records = records();
    const runs: string[] = [];
    const process = stuckAt(stuck.process, async (_id: string) => processed);
    const { handler } = consumer(({ id }) => {
      runs.push(id);
      return process(id);
    });
    if (stuck.isSilent) sqs.faults.set('ChangeMessageVisibility', () => reached.resolve());
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    onTestFinished(() => void vi.useRealTimers());
    let isAnswered = false;
    const handling = handler({ Records }, { getRemainingTimeInMillis: () => 3000 });
    void handling.then(() => {
      isAnswered = true;
    });
    await reached.promise;
    await until(() => seen.some(({ id }) => id === 'evt_b1'));
    await vi.advanceTimersByTimeAsync(2499);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const named = Records.slice(0, 2).map(({ messageId }) => ({ itemIdentifier: messageId }));
    expect(await handling).toEqual({ batchItemFailures: named });
    expect(runs).not.toContain('evt_a2');
    expect(seen).toMatchObject([
      { id: 'evt_b1', outcome: processed },
      { id: 'evt_a1', outcome: { kind: 'failed' }, error: expect.any(Error) },
    ]);
    // Nor does a process that Lambda may thaw keep it invisible.
    sqs.operations.length = 0;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sqs.operations).toEqual([]);
  });

  it('takes back nothing when a handler ends after the answer', async () => {
    const { seen, store, consumer, records } = setUp();
    await store(eventOf('evt_1'));
    const Records = records();
    const started = deferred();
    const late = deferred<DispatchOutcome>();
    const { handler } = consumer(() => {
      started.resolve();
      return late.promise;
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const handling = handler({ Records }, { getRemainingTimeInMillis: () => 3000 });
    await started.promise;
    await vi.advanceTimersByTimeAsync(2500);
    const answer = await handling;
    sqs.operations.length = 0;
    late.resolve(failed);
    // Only the store of the claim is told.
    await until(() => vi.getTimerCount() === 0);
    expect(answer.batchItemFailures).toHaveLength(1);
    expect([seen.length, sqs.operations]).toEqual([1, []]);
    // The next delivery finds the claim free.
    await consumer(async () => processed).handler({ Records });
    expect(seen[1]).toMatchObject({ outcome: processed });
  });

  const damages: readonly [string, (record: SqsRecord) => unknown, boolean, boolean][] = [
    ['null', () => null, false, false],
    ['an empty object', () => ({}), false, false],
    ['without attributes', ({ attributes: _, ...rest }) => rest, true, false],
    ['with empty attributes', (record) => ({ ...record, attributes: {} }), true, false],
    ['without a messageId', ({ messageId: _, ...rest }) => rest, true, false],
    [
      'without a messageId and a body',
      (record) => ({ attributes: record.attributes }),
      false,
      false,
    ],
    ['without a receiptHandle', ({ receiptHandle: _, ...rest }) => rest, true, false],
    ['without a body', ({ body: _, ...rest }) => rest, false, true],
    ['with a body that is not text', (record) => ({ ...record, body: {} }), false, true],
    ['with its messageId alone', ({ messageId }) => ({ messageId }), false, true],
  ];
  it.each(damages)('a record costs only itself: %s', async (_, damage, runsIt, isNamed) => {
    const { seen, store, consumer, records } = setUp();
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await store(eventOf(id));
    const [first, second, third] = records();
    if (!first || !second || !third) throw new Error('There are three.');
    const runs: string[] = [];
    const { handler } = consumer(async ({ id }) => {
      runs.push(id);
      return processed;
    });
    const { messageId: _id, ...nameless } = third;
    const Records = [damage(first), second, nameless];
    expect(await Reflect.apply(handler, undefined, [{ Records }])).toEqual({
      batchItemFailures: isNamed ? [{ itemIdentifier: first.messageId }] : [],
    });
    expect(runs.sort()).toEqual([...(runsIt ? ['evt_1'] : []), 'evt_2', 'evt_3']);
    expect(seen.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    const kinds = seen.map(({ outcome }) => outcome.kind);
    expect(kinds.filter((kind) => kind === 'failed')).toHaveLength(runsIt ? 0 : 1);
  });

  it('counts the attempts of SQS, and waits within its limits', async () => {
    const { seen, store, consumer, records } = setUp();
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await store(eventOf(id));
    const [first, second, third] = records();
    if (!first || !second || !third) throw new Error('There are three.');
    const received = (record: typeof first, times: number) => ({
      ...record,
      attributes: { ...record.attributes, ApproximateReceiveCount: String(times) },
    });
    const later: DispatchOutcome = {
      kind: 'failed',
      error: new Error('later'),
      retryAfter: 86_400,
    };
    const { handler } = consumer(async ({ id }) => (id === 'evt_3' ? later : failed));
    await handler({ Records: [received(first, 3), received(second, 40), third] });
    const waits = seen.map(({ id, attempts, retryAfter }) => [id, attempts, retryAfter]).sort();
    expect(waits).toEqual([
      ['evt_1', 3, 4],
      ['evt_2', 40, 3600],
      ['evt_3', 1, 39_600],
    ]);
    expect(seen.every(({ error }) => error === undefined)).toBe(true);
  });

  it('names a message that failed, though its delay was refused', async () => {
    const { seen, store, consumer, records } = setUp();
    await store(eventOf('evt_1'));
    sqs.faults.set('ChangeMessageVisibility', (res) => void res.writeHead(403).end('{}'));
    const { handler } = consumer(async () => failed);
    const { batchItemFailures } = await handler({ Records: records() });
    expect(batchItemFailures).toHaveLength(1);
    expect(seen).toMatchObject([{ outcome: failed, error: expect.any(Error) }]);
  });

  it('tries again what the store could not answer, and what nobody put there', async () => {
    const down = () => Promise.reject(new Error('the store is down'));
    const { seen, queue, store, consumer, records } = setUp({}, { ...memoryStore(), claim: down });
    await store(eventOf('evt_1'));
    queue.send('{"not":"an event"}', undefined, undefined);
    const { handler } = consumer(async () => processed);
    const { batchItemFailures } = await handler({ Records: records() });
    expect(batchItemFailures).toHaveLength(2);
    expect(seen.map(({ outcome }) => outcome.kind).sort()).toEqual(['failed', 'unavailable']);
  });

  it('refuses the event of another trigger', async () => {
    const { handler } = setUp().consumer(async () => processed);
    const given = { httpMethod: 'POST' };
    await expect(Reflect.apply(handler, undefined, [given])).rejects.toThrow('webhook of');
  });
});

describe('a worker', () => {
  it('leaves an event that fails to the redrive policy, and its id is not stored again', async () => {
    const { queue: deadLetters } = sqs.queue();
    const { queue, seen, store, consumer } = setUp({ maxReceiveCount: 2, deadLetters });
    await store(eventOf('evt_dead'));
    const worker = consumer(async () => failed).work();
    onTestFinished(() => worker.stop());
    await until(() => deadLetters.messages.length === 1);
    expect(seen.map(({ attempts, retryAfter }) => [attempts, retryAfter])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(queue.messages).toEqual([]);
    expect(JSON.parse(deadLetters.messages[0]?.body ?? '').event).toEqual(eventOf('evt_dead'));
    expect(await store(eventOf('evt_dead'))).toBe('duplicate');
  });

  it('drops a message whose delete failed, when it comes again', async () => {
    const { queue, seen, store, consumer } = setUp({ visibilityTimeout: 1 });
    await store(eventOf('evt_1'));
    sqs.faults.set('DeleteMessage', (res) => void res.writeHead(403).end('{}'));
    const worker = consumer(async () => processed).work();
    onTestFinished(() => worker.stop());
    await until(() => seen.length === 1);
    expect(seen[0]).toMatchObject({ outcome: processed, error: expect.any(Error) });
    await until(() => queue.messages.length === 0);
    await until(() => seen.length === 2);
    expect(seen[1]?.outcome).toEqual({ kind: 'duplicate' });
  });

  it('goes on when a receive has failed, and says so', async () => {
    const { seen, store, consumer } = setUp();
    await store(eventOf('evt_1'));
    sqs.faults.set('ReceiveMessage', (res) => void res.writeHead(403).end('{}'));
    const worker = consumer(async () => processed).work();
    onTestFinished(() => worker.stop());
    await until(() => seen.length === 2);
    expect(seen).toMatchObject([
      { attempts: 0, outcome: { kind: 'unavailable', reason: 'inbox' } },
      { attempts: 1, outcome: processed },
    ]);
  });

  it('asks for what is free, waits for as long as SQS does, and for the attempts', async () => {
    // The queue is empty, so all requests are the same.
    const { consumer } = setUp();
    const asks = async (concurrency: number) => {
      sqs.requests.delete('ReceiveMessage');
      const worker = consumer(async () => processed).work({ concurrency });
      await until(() => sqs.requests.has('ReceiveMessage'));
      await worker.stop();
      return sqs.requests.get('ReceiveMessage');
    };
    expect(await asks(3)).toMatchObject({
      MaxNumberOfMessages: 3,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      VisibilityTimeout: 30,
      WaitTimeSeconds: 20,
    });
    expect(await asks(30)).toMatchObject({ MaxNumberOfMessages: 10 });
  });

  it('pauses after a receive that has failed, and for longer after the next', async () => {
    const { seen, store, consumer } = setUp();
    await store(eventOf('evt_1'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    sqs.operations.length = 0;
    const failNext = () =>
      sqs.faults.set('ReceiveMessage', (res) => void res.writeHead(403).end('{}'));
    const receives = () => sqs.operations.filter((name) => name === 'ReceiveMessage').length;
    failNext();
    const worker = consumer(async () => processed).work();
    onTestFinished(() => worker.stop());
    await until(() => seen.length === 1);
    failNext();
    await vi.advanceTimersByTimeAsync(999);
    expect(receives()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => seen.length === 2);
    await vi.advanceTimersByTimeAsync(1999);
    expect(receives()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => seen.length === 3);
    expect(seen).toMatchObject([
      { outcome: { retryAfter: 1 } },
      { outcome: { retryAfter: 2 } },
      { id: 'evt_1', outcome: processed },
    ]);
  });

  // A concurrency of 1 leaves no room for another message.
  describe.each([10, 1])('of concurrency %i', (concurrency) => {
    it('aborts handlers when it stops', async () => {
      const { seen, store, consumer } = setUp();
      await store(eventOf('evt_1'));
      const started = deferred();
      const worker = consumer((_event, { signal }) => {
        started.resolve();
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed)));
      }).work({ concurrency });
      await started.promise;
      await worker.stop({ timeout: 1 });
      expect(seen).toMatchObject([{ outcome: failed }]);
    });

    it('stops at its timeout though a handler ignores its signal', async () => {
      const { seen, store, consumer } = setUp();
      await store(eventOf('evt_1'));
      const started = deferred();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const worker = consumer(() => {
        started.resolve();
        return hang();
      }).work({ concurrency });
      await started.promise;
      await worker.stop({ timeout: 1 });
      expect(seen).toMatchObject([{ outcome: { kind: 'failed' }, error: expect.any(Error) }]);
      // The message is no longer kept invisible.
      expect(vi.getTimerCount()).toBe(0);
    });
  });

  it('goes on beside a handler that does not end', async () => {
    const { seen, store, consumer } = setUp();
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await store(eventOf(id));
    const worker = consumer(({ id }) =>
      id === 'evt_1' ? hang() : Promise.resolve(processed),
    ).work({ concurrency: 2 });
    onTestFinished(() => worker.stop({ timeout: 0 }));
    await until(() => seen.length === 2);
    expect(seen.map(({ id }) => id)).toEqual(['evt_2', 'evt_3']);
  });

  it('refuses an unknown option', () => {
    const { work } = setUp().consumer(async () => processed);
    expect(() => Reflect.apply(work, undefined, [{ concurency: 1 }])).toThrow('concurrency?');
  });
});

describe('a message', () => {
  it('is kept invisible while its handler runs, and no longer', async () => {
    const { store, consumer, records } = setUp();
    await store(eventOf('evt_1'));
    const Records = records();
    const gate = deferred();
    const started = deferred();
    const { handler } = consumer(
      async () => {
        started.resolve();
        await gate.promise;
        return processed;
      },
      { visibilityTimeout: 30_000 },
    );
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    sqs.operations.length = 0;
    const renewals = () => sqs.operations.filter((name) => name === 'ChangeMessageVisibility');
    const handling = handler({ Records });
    await started.promise;
    vi.advanceTimersByTime(9_999);
    expect(renewals()).toHaveLength(0);
    vi.advanceTimersByTime(1);
    await until(() => renewals().length === 1);
    expect(sqs.requests.get('ChangeMessageVisibility')).toMatchObject({ VisibilityTimeout: 30 });
    vi.advanceTimersByTime(20_000);
    await until(() => renewals().length === 3);
    gate.resolve();
    await handling;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has a handler that is told when the claim is lost', async () => {
    const lost = { ...memoryStore(), extend: () => false };
    const { store, consumer, records } = setUp({}, lost);
    await store(eventOf('evt_1'));
    const reasons: unknown[] = [];
    const { handler } = consumer(
      (_event, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            resolve(failed);
          }),
        ),
      { lease: 30 },
    );
    await handler({ Records: records() });
    expect(reasons).toMatchObject([{ name: 'LeaseLostError' }]);
  });

  it('is claimed for the lease, and remembered for the retention', async () => {
    const memory = memoryStore();
    const times: number[] = [];
    const { store, consumer, records } = setUp(
      {},
      {
        ...memory,
        claim: (key, owner, lease) => {
          times.push(lease);
          return memory.claim(key, owner, lease);
        },
        commit: (key, owner, retention) => {
          times.push(retention);
          return memory.commit(key, owner, retention);
        },
      },
    );
    for (const [id, given] of [
      ['evt_1', {}],
      ['evt_2', { lease: 20_000, retention: 600_000 }],
    ] as const) {
      await store(eventOf(id));
      await consumer(async () => processed, given).handler({ Records: records() });
    }
    expect(times).toEqual([60_000, 604_800_000, 20_000, 600_000]);
  });
});

describe('the policies', () => {
  it('allow what is sent, and nothing else', async () => {
    const actions = (name: string): string[] => {
      const file = new URL(`../../policies/${name}.json`, import.meta.url);
      return JSON.parse(readFileSync(file, 'utf8')).Statement[0].Action;
    };
    const { seen, store, consumer } = setUp();
    sqs.operations.length = 0;
    await store(eventOf('evt_1'));
    await store(eventOf('evt_2'));
    expect([...new Set(sqs.operations)].map(toAction)).toEqual(actions('sqs-inbox'));
    sqs.operations.length = 0;
    const worker = consumer(async ({ id }) => (id === 'evt_1' ? failed : processed)).work();
    await until(() => seen.length >= 2);
    await worker.stop();
    const sent = [...new Set(sqs.operations)].map(toAction).sort();
    expect(sent).toEqual(actions('sqs-worker'));
    // The trigger of Lambda receives and deletes with the role of the function, and asks for the attributes.
    expect(actions('sqs-lambda')).toEqual([...sent, 'sqs:GetQueueAttributes'].sort());
  });
});

function toAction(operation: string): string {
  return `sqs:${operation}`;
}

it('refuses malformed arguments, with the cure', () => {
  const client = sqs.client();
  const store = memoryStore();
  const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/000000000000/events';
  const create = (...args: unknown[]) => Reflect.apply(sqsConsumer, undefined, args);
  const process = async () => processed;
  expect(() => create({}, process, store, { queueUrl })).toThrow('Give new SQSClient()');
  expect(() => create(client, undefined, store, { queueUrl })).toThrow('Give receiver.dispatch');
  expect(() => create(client, process, {}, { queueUrl })).toThrow('dynamoStore');
  expect(() => create(client, process, store, {})).toThrow('queueUrl: expected');
  expect(() => create(client, process, store, { queueUrl, visibilityTimeout: 10 })).toThrow(
    'visibilityTimeout: expected milliseconds of at least 1000',
  );
});
