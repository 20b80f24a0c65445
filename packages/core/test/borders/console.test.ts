import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import {
  createReceiver,
  createVerifier,
  type DedupeStore,
  type Delivery,
  memoryStore,
  PermanentError,
  RawBodyUnavailableError,
  type ReceiverOptions,
  RetryLater,
} from '../../src/index.js';
import { consoleObserver, isReported } from '../../src/pipeline/console-observer.js';
import { type Deferred, deferred, throwing } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { now, SECRET, sampleDelivery, signedDelivery } from '../support/signed-delivery.js';

let error: MockInstance<typeof console.error>;
let warn: MockInstance<typeof console.warn>;
const lines = (): unknown[][] => [...error.mock.calls, ...warn.mock.calls];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  error = vi.spyOn(console, 'error').mockImplementation(() => {});
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
});

const sample = recordedEvent();
const failure = new Error('database is down');
const failing = { '*': () => Promise.reject(failure) };

async function receive(options: Partial<ReceiverOptions>, ...events: object[]): Promise<void> {
  const receiver = createReceiver({ secret: SECRET, now, handlers: failing, ...options });
  for (const event of events) await receiver.receive(await signedDelivery(event));
}

it('a failed handler is one line with type, id and the error', async () => {
  await receive({}, recordedEvent());
  expect(lines()).toEqual([
    [
      '[screening-webhooks] document_verification.recorded evt_1: The handler failed. The sender retries.',
      failure,
    ],
  ]);
  expect(error).toHaveBeenCalledTimes(1);
});

it('a store that is down is named, with its error', async () => {
  await receive({ dedupe: throwing(failure) }, recordedEvent());
  expect(lines()).toEqual([[expect.stringMatching(/evt_1: unavailable: dedupe\./), failure]]);
});

it('a retry that the handler asks for is a warning without an error', async () => {
  await receive({ handlers: { '*': () => Promise.reject(new RetryLater({ after: 1 })) } }, sample);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('The handler asked for a retry.')]]);
  expect(error).not.toHaveBeenCalled();
});

it('a discarded event is a warning with its error', async () => {
  const reason = new PermanentError('no such candidate');
  await receive({ handlers: { '*': () => Promise.reject(reason) } }, sample);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('discarded the event'), reason]]);
  expect(error).not.toHaveBeenCalled();
});

it('a refusal while draining is a warning without an error', async () => {
  const receiver = createReceiver({ secret: SECRET, now, handlers: failing });
  await receiver.drain();
  await receiver.receive(await signedDelivery(sample));
  expect(warn.mock.calls).toEqual([['[screening-webhooks] Refused while draining.']]);
  expect(error).not.toHaveBeenCalled();
});

it.each<[string, Partial<Delivery>]>([
  ['header', { header: throwing(failure) }],
  ['readBody', { readBody: throwing(failure) }],
  ['readBody', { readBody: () => Promise.reject(failure) }],
])('%s of an adapter that fails is said to be reading, not a handler', async (_name, broken) => {
  const observe = vi.fn();
  for (const options of [{}, { observe }]) {
    const receiver = createReceiver({ secret: SECRET, now, handlers: failing, ...options });
    const ack = await receiver.receive({ ...(await signedDelivery(sample)), ...broken });
    expect(ack).toMatchObject({ status: 500, body: '{"outcome":"failed"}' });
    const verifier = createVerifier({ secret: SECRET, now, ...options });
    expect(await verifier.verify({ ...(await signedDelivery(sample)), ...broken })).toMatchObject({
      ok: false,
    });
  }
  const line = '[screening-webhooks] Reading the delivery failed. The sender retries.';
  expect(lines()).toEqual([
    [line, failure],
    [line, failure],
  ]);
  const outcome = { kind: 'failed', reading: true, error: failure };
  expect(observe.mock.calls).toMatchObject([[{ outcome }], [{ outcome }]]);
});

it('a framework that cannot be read is said to be reading too', async () => {
  const receiver = createReceiver({ secret: SECRET, now, handlers: failing });
  const context = Object.defineProperty({}, 'framework', { get: throwing(failure) });
  await receiver.receive(await signedDelivery(sample), context);
  expect(lines()).toEqual([[expect.stringContaining('Reading the delivery failed'), failure]]);
});

const illegal = new TypeError('Illegal invocation');
it.each<[string, unknown]>([
  ['throws', throwing(illegal)],
  ['rejects', () => Promise.reject(illegal)],
])(
  'a waitUntil that %s is said once, and no line says that the handler continues',
  async (_how, waitUntil) => {
    vi.useFakeTimers();
    const observe = vi.fn();
    for (const options of [{}, { observe }]) {
      const receiver = createReceiver({
        secret: SECRET,
        now,
        handlers: { '*': () => new Promise(() => {}) },
        ...options,
      });
      const context = { waitUntil: waitUntil as () => void };
      for (const id of ['evt_1', 'evt_2']) {
        const answer = receiver.receive(await sampleDelivery(id), context);
        await vi.advanceTimersByTimeAsync(12_000);
        expect(await answer).toMatchObject({ status: 503 });
      }
    }
    expect(error.mock.calls).toEqual([
      [
        expect.stringMatching(/waitUntil failed.* Pass .*\(work\) => ctx\.waitUntil\(work\)/),
        illegal,
      ],
    ]);
    expect(warn.mock.calls.flat().join()).not.toContain('continues');
    const told = { waitUntilError: illegal, outcome: { kind: 'timed_out' } };
    expect(observe.mock.calls).toMatchObject([[told], [told]]);
  },
);

it('a waitUntil that throws is said of a handler that ends in time too', async () => {
  const receiver = createReceiver({ secret: SECRET, now, handlers: { '*': () => {} } });
  const waitUntil = throwing(illegal);
  expect(await receiver.receive(await signedDelivery(sample), { waitUntil })).toMatchObject({
    status: 200,
  });
  expect(error.mock.calls).toEqual([[expect.stringContaining('waitUntil failed'), illegal]]);
});

it('a body that is gone writes nothing: the framework reports it', async () => {
  const receiver = createReceiver({ secret: SECRET, now, handlers: failing });
  const readBody = () => Promise.reject(new RawBodyUnavailableError('express.json()'));
  const receiving = receiver.receive(await signedDelivery(sample, { readBody }));
  await expect(receiving).rejects.toThrow(RawBodyUnavailableError);
  expect(lines()).toEqual([]);
});

it.each<[string, (work: Deferred<void>) => void, 'error' | 'warn', unknown[]]>([
  [
    'fails',
    (work) => work.reject(failure),
    'error',
    [expect.stringContaining('The handler failed after the ack deadline.'), failure],
  ],
  [
    'succeeds',
    (work) => work.resolve(),
    'warn',
    [expect.stringContaining('The handler ended after the ack deadline.')],
  ],
])(
  'a handler that outlasts the ack deadline is a warning, and one that then %s a second line',
  async (_how, end, level, line) => {
    vi.useFakeTimers();
    const work = deferred();
    const receiving = receive({ handlers: { '*': () => work.promise } }, sample);
    await vi.advanceTimersByTimeAsync(12_000);
    await receiving;
    expect(warn.mock.calls).toEqual([[expect.stringContaining('outlasts the ack deadline')]]);
    expect(error).not.toHaveBeenCalled();
    end(work);
    await vi.advanceTimersByTimeAsync(0);
    expect((level === 'error' ? error : warn).mock.lastCall).toEqual(line);
    expect(lines()).toHaveLength(2);
  },
);

it('a success, a duplicate, and an event that is in progress or ignored write nothing', async () => {
  await receive({ handlers: { '*': () => {} } }, sample);
  const done: DedupeStore = { ...memoryStore(), claim: () => 'done' };
  await receive({ dedupe: done }, sample);
  await receive({ dedupe: { ...done, claim: () => ({ busyForMs: 1 }) } }, sample);
  await receive({ handlers: { 'report.completed': () => {} } }, sample);
  expect(lines()).toEqual([]);
});

it('nothing of the event but type and id is written', async () => {
  await receive({}, sample);
  for (const secret of [SECRET, 'RN123456', 'Zoë', 'v1=', 'clinician-4711', 'orderId']) {
    expect(String(lines()[0]?.[0])).not.toContain(secret);
  }
});

it('at most one line a second of a kind, and the others are counted', async () => {
  const receiver = createReceiver({ secret: SECRET, now, handlers: failing });
  const deliver = async (id: string) => receiver.receive(await sampleDelivery(id));
  vi.advanceTimersByTime(5000);
  for (const id of ['evt_1', 'evt_2', 'evt_3']) await deliver(id);
  expect(error).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(999);
  await deliver('evt_4');
  expect(error).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await deliver('evt_5');
  expect(error).toHaveBeenCalledTimes(2);
  expect(String(error.mock.calls[0]?.[0])).not.toContain('more like this');
  expect(String(error.mock.calls[1]?.[0])).toMatch(/evt_5: .*\(3 more like this/);
  vi.advanceTimersByTime(1000);
  await deliver('evt_6');
  expect(String(error.mock.calls[2]?.[0])).not.toContain('more like this');
});

it('lines of different kinds do not hold each other up', async () => {
  const handler = vi.fn().mockRejectedValueOnce(failure);
  handler.mockRejectedValue(new RetryLater({ after: 1 }));
  await receive({ handlers: { '*': handler } }, sample, sample);
  expect([error.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1]);
});

describe('an id', () => {
  it('cannot start a line, colour the terminal or take the place of the error', async () => {
    await receive({}, recordedEvent('evt\n\u001b[31m%o'));
    expect(lines()).toEqual([[expect.stringContaining(' evt??[31m?o: '), failure]]);
  });

  it('is written up to its hundredth character, each printable one as it is', async () => {
    await receive({}, recordedEvent(' ~!é'));
    expect(error.mock.lastCall?.[0]).toContain(' ~!?: ');
    await receive({}, recordedEvent('i'.repeat(101)));
    expect(error.mock.lastCall?.[0]).toContain(` ${'i'.repeat(100)}: `);
  });
});

it('an error that the console cannot print still has its line', async () => {
  error.mockImplementationOnce(throwing(new Error('stack')));
  await receive({}, recordedEvent());
  expect(error).toHaveBeenCalledTimes(2);
  expect(error.mock.calls[1]).toEqual([expect.stringContaining('evt_1: The handler failed.')]);
});

it('is reported or not, and the observer by itself agrees', () => {
  const processed = { kind: 'processed' } as const;
  expect(isReported(processed, false)).toBe(false);
  expect(isReported(processed, true)).toBe(true);
  const observer = consoleObserver();
  observer({ outcome: processed, late: false, receivedAt: 0, durationMs: 0 });
  expect(lines()).toEqual([]);
});
