import { describe, expect, it, vi } from 'vitest';
import {
  type DedupeStore,
  memoryStore,
  PermanentError,
  type ReceiverOptions,
  RetryLater,
} from '../../src/index.js';
import { faultyStore, recorder, throwing } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import {
  NOW_SECONDS,
  now,
  SECRET,
  sampleDelivery,
  signedDelivery,
  toBody,
} from '../support/signed-delivery.js';
import { receiveOne, testReceiver } from '../support/test-receiver.js';

describe('handlers', () => {
  it("'*' takes what has no handler of its own", async () => {
    const seen: string[] = [];
    const handlers = {
      'document_verification.recorded': () => void seen.push('own'),
      '*': () => void seen.push('any'),
    };
    await receiveOne({ handlers });
    await receiveOne(
      { handlers },
      { ...recordedEvent(), type: 'document_verification.completed', data: {} },
    );
    await receiveOne({ handlers }, { ...recordedEvent(), type: 'invented.later' });
    expect(seen).toEqual(['own', 'any', 'any']);
  });

  it('an error is a 500 that says nothing of it; the observer gets it whole', async () => {
    const error = new Error('SSN 000-00-0000');
    const { seen, observe } = recorder();
    const ack = await receiveOne({ observe, handlers: { '*': () => Promise.reject(error) } });
    expect(ack).toMatchObject({ status: 500, body: '{"outcome":"failed"}' });
    expect(seen).toMatchObject([{ outcome: { kind: 'failed', error }, late: false }]);
  });

  it.each<[string, () => unknown, unknown]>([
    ['throwing', throwing(undefined), undefined],
    ['rejecting with null', () => Promise.reject(null), null],
    ['rejecting with text', () => Promise.reject('a string'), 'a string'],
  ])('%s is a failure too', async (_how, handler, error) => {
    const ack = await receiveOne({ handlers: { '*': handler } });
    expect(ack).toMatchObject({ status: 500, outcome: { kind: 'failed', error } });
  });

  it('PermanentError is acked, observed as discarded, and never runs again', async () => {
    const handler = vi.fn(throwing(new PermanentError('no such candidate')));
    const receiver = testReceiver({ handlers: { '*': handler } });
    const acks = [await receiver.deliver(), await receiver.deliver()];
    expect(acks).toMatchObject([
      { status: 200, body: '{"outcome":"discarded"}' },
      { status: 200, body: '{"outcome":"duplicate"}' },
    ]);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('RetryLater is a 503 with Retry-After, and runs again; another error with its field is not', async () => {
    const handler = vi.fn<() => unknown>();
    handler.mockRejectedValueOnce(new RetryLater({ after: 42 }));
    const error = Object.assign(new Error('x'), { after: 42 });
    handler.mockRejectedValueOnce(error);
    const receiver = testReceiver({ handlers: { '*': handler } });
    expect(await receiver.deliver()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '42' },
    });
    const failed = await receiver.deliver();
    expect(failed).toMatchObject({ status: 500, outcome: { kind: 'failed', error } });
    expect(failed.headers['retry-after']).toBeUndefined();
    expect(await receiver.deliver()).toMatchObject({ outcome: { kind: 'processed' } });
  });

  it('of undefined are none', async () => {
    const handlers = { 'document_verification.recorded': undefined, 'report.completed': () => {} };
    expect(await receiveOne({ handlers } as unknown as ReceiverOptions)).toMatchObject({
      outcome: { kind: 'ignored' },
    });
    const none = { handlers: { '*': undefined } } as unknown as ReceiverOptions;
    expect(() => testReceiver(none)).toThrow(/^handlers: expected at least one/);
  });
});

describe('an event, where the receiver has an integration,', () => {
  const report = { ...recordedEvent(), type: 'report.completed' };
  const accountOf = (data: object) => ({ ...report, data });

  it.each<[string, object, number]>([
    ['of it passes', recordedEvent(), 200],
    ['of another is refused', recordedEvent('evt_1', { integrationId: 'int_other' }), 403],
    ['of a document without one is refused', recordedEvent('evt_1', { integrationId: null }), 403],
    ['of a document with a number is refused', recordedEvent('evt_1', { integrationId: 7 }), 403],
    ['of the account, which names none, passes', accountOf({ reportId: 'rpt_1' }), 200],
    ['of the account that names another is refused', accountOf({ integrationId: 'x' }), 403],
  ])('%s', async (_name, event, status) => {
    const { body, ...ack } = await receiveOne({ integrationId: 'int_staffing' }, event);
    expect(ack.status).toBe(status);
    if (status === 403) expect(body).toBe('{"outcome":"rejected","code":"wrong_integration"}');
  });
});

it.each([
  [300, undefined, 'processed'],
  [301, undefined, 'timestamp_too_old'],
  [-301, undefined, 'timestamp_in_future'],
  [301, 400, 'processed'],
  [2, 1, 'timestamp_too_old'],
])(
  'a delivery signed %d s ago, with a tolerance of %s, is %s',
  async (age, tolerance, expected) => {
    const at = NOW_SECONDS - age;
    const { outcome } = await receiveOne(tolerance ? { tolerance } : {}, recordedEvent(), { at });
    expect(outcome.kind === 'rejected' ? outcome.rejection.code : outcome.kind).toBe(expected);
  },
);

describe('secret resolver', () => {
  it('gets the framework, and its secrets verify', async () => {
    const receiver = testReceiver<{ tenant: string }>({
      secret: async ({ tenant }) => (tenant === 'known' ? [SECRET] : undefined),
    });
    const receive = (tenant: string) => receiver.deliver('evt_1', { framework: { tenant } });
    expect(await receive('known')).toMatchObject({ status: 200 });
    expect(await receive('unknown')).toMatchObject({
      status: 401,
      body: '{"outcome":"rejected","code":"signature_mismatch"}',
      outcome: { rejection: { code: 'signature_mismatch', reason: 'no_secret' } },
    });
  });

  it('an unknown tenant cannot be signed for, not even with the key that costs the same', async () => {
    const secret = 'no such tenant';
    const ack = await receiveOne({ secret: () => null }, recordedEvent(), { secret });
    expect(ack).toMatchObject({ status: 401 });
  });
});

describe('the observer', () => {
  it('gets the framework, which no log of the observation contains', async () => {
    const { seen, observe } = recorder();
    const receiver = testReceiver({ observe });
    const framework = { request: 'personal data' };
    await receiver.receive(await sampleDelivery('evt_1'), { framework });
    await receiver.receive(await sampleDelivery('evt_2'));
    expect(seen.map((observation) => observation.framework)).toEqual([framework, undefined]);
    expect(seen.map((observation) => 'framework' in observation)).toEqual([true, false]);
    expect(JSON.stringify(seen)).not.toContain('personal data');
  });

  it('sees what is known of a processed delivery', async () => {
    const { seen, observe } = recorder();
    const event = recordedEvent();
    const receiver = testReceiver({ secret: ['other', SECRET], observe });
    await receiver.receive(await signedDelivery(event));
    expect(seen).toEqual([
      {
        outcome: { kind: 'processed' },
        late: false,
        event,
        receivedAt: now(),
        durationMs: 0,
        timestamp: NOW_SECONDS,
        secretIndex: 1,
        bodyBytes: toBody(event).length,
      },
    ]);
  });

  it('is told of a refused delivery no more than was verified', async () => {
    const { seen, observe } = recorder();
    const receiver = testReceiver({ observe });
    await receiver.receive(await signedDelivery(recordedEvent(), { secret: 'other' }));
    expect(seen).toHaveLength(1);
    expect(seen[0]?.event).toBeUndefined();
    expect(seen[0]?.timestamp).toBeUndefined();
  });

  it.each([
    ['throws', throwing(new Error('observer'))],
    ['rejects', () => Promise.reject(new Error('observer'))],
  ])('that %s changes nothing', async (_name, observe) => {
    expect(await receiveOne({ observe })).toMatchObject({ status: 200 });
    expect(await receiveOne({ observe, handlers: { '*': () => Promise.reject() } })).toMatchObject({
      status: 500,
    });
  });
});

describe('the inbox', () => {
  const stored: unknown[] = [];
  const dedupe: DedupeStore = faultyStore({ claim: () => Promise.reject(new Error('unused')) });

  it('invariant 13: stores the event as it was sent, under its key, and acks 202; no handler runs', async () => {
    const event = recordedEvent();
    const ack = await receiveOne(
      {
        dedupe,
        inbox: {
          store: async (...entry) => {
            stored.push(entry);
            return 'stored' as const;
          },
        },
        handlers: { '*': () => Promise.reject(new Error('ran')) },
      },
      event,
    );
    expect(ack).toMatchObject({ status: 202, body: '{"outcome":"accepted"}' });
    expect(stored).toEqual([[event, { key: 'int_staffing:evt_1', receivedAt: now() }]]);
  });

  it('a duplicate is acked 200', async () => {
    expect(
      await receiveOne({ inbox: () => ({ store: async () => 'duplicate' as const }) }),
    ).toMatchObject({
      status: 200,
      outcome: { kind: 'duplicate' },
    });
  });

  it('is not asked to store what has no handler', async () => {
    const ack = await receiveOne({
      inbox: { store: () => Promise.reject(new Error('asked')) },
      handlers: { 'report.completed': () => {} },
    });
    expect(ack).toMatchObject({ outcome: { kind: 'ignored' } });
  });
});

it('invariant 11: one store serves many endpoints: keys are the integration, or the namespace, and the event id', async () => {
  const dedupe = memoryStore();
  const outcome = async (options: Partial<ReceiverOptions>, data: object = {}) =>
    (await receiveOne({ dedupe, ...options }, recordedEvent('evt_1', data))).outcome.kind;
  expect(await outcome({})).toBe('processed');
  expect(await outcome({})).toBe('duplicate');
  expect(await outcome({}, { integrationId: 'int_other' })).toBe('processed');
  expect(await outcome({ namespace: 'staging' })).toBe('processed');
  expect(await outcome({ namespace: 'staging' }, { integrationId: 'int_other' })).toBe('duplicate');
});

it('the function form of dedupe gets the framework; a throw in it is a 503', async () => {
  const seen: unknown[] = [];
  const receiver = testReceiver<string>({
    dedupe: (framework) => {
      seen.push(framework);
      if (framework === 'broken') throw new Error('no binding');
      return memoryStore();
    },
  });
  const receive = (framework: string) => receiver.deliver('evt_1', { framework });
  expect(await receive('c')).toMatchObject({ status: 200 });
  expect(await receive('broken')).toMatchObject({ status: 503, outcome: { reason: 'dedupe' } });
  expect(seen).toEqual(['c', 'broken']);
});

it('a mistake of an adapter is a 500, not a delivery without an answer', async () => {
  const delivery = await sampleDelivery();
  const broken = {
    ...delivery,
    header: throwing(new Error('adapter')),
  };
  expect(await testReceiver().receive(broken)).toMatchObject({ status: 500 });
});

it('invariant 8: the id is the identity: the same id with another body is a duplicate, and runs nothing', async () => {
  const receiver = testReceiver();
  await receiver.receive(await signedDelivery(recordedEvent('evt_same', { state: 'CA' })));
  const other = await receiver.receive(
    await signedDelivery(recordedEvent('evt_same', { state: 'NY' })),
  );
  expect(other).toMatchObject({ status: 200, outcome: { kind: 'duplicate' } });
});

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
  'invariant 16: the type %s is an unknown type',
  async (type) => {
    const handlers = { 'report.completed': () => {} };
    const ack = await receiveOne({ handlers }, { ...recordedEvent(), type });
    expect(ack).toMatchObject({ status: 200, outcome: { kind: 'ignored' } });
    expect(await receiveOne({}, { ...recordedEvent(), type })).toMatchObject({
      outcome: { kind: 'processed' },
    });
  },
);

it('invariant 17: a handler sees nothing of the framework but what the adapter passed as such', async () => {
  const seen: unknown[] = [];
  const framework = { req: 'request', res: 'response' };
  const receiver = testReceiver({ handlers: { '*': (...args) => void seen.push(...args) } });
  const event = recordedEvent();
  await receiver.receive(await signedDelivery(event), { framework });
  expect(seen).toEqual([event, { signal: expect.any(AbortSignal), framework }]);
});

it('a spread copies the signal of a handler, and all handlers share its getter', async () => {
  const contexts: object[] = [];
  const { deliver } = testReceiver({
    handlers: { '*': (_, context) => void contexts.push(context) },
  });
  await deliver('evt_1');
  await deliver('evt_2');
  expect({ ...contexts[0] }).toHaveProperty('signal', expect.any(AbortSignal));
  const [first, second] = contexts.map((each) => Object.getOwnPropertyDescriptor(each, 'signal'));
  // With a getter for each, V8 would keep the events until it collects the whole heap.
  expect(first?.get).toBeTypeOf('function');
  expect(second?.get).toBe(first?.get);
});

it('needs no promise to be one of the global kind: zone.js and its like replace that', async () => {
  const delivery = await sampleDelivery();
  vi.stubGlobal('Promise', class Replaced<T> extends Promise<T> {});
  try {
    const receiver = testReceiver({ secret: async () => SECRET });
    const ack = await receiver.receive(delivery);
    expect(ack).toMatchObject({ status: 200, outcome: { kind: 'processed' } });
  } finally {
    vi.unstubAllGlobals();
  }
});
