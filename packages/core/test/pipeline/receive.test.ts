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
import { receiveOne, schemaOf, testReceiver } from '../support/test-receiver.js';

describe('handlers', () => {
  it('get the event, typed by its type, and an unaborted signal', async () => {
    const seen: unknown[] = [];
    const ack = await receiveOne({
      handlers: {
        'document_verification.recorded': ({ data }, { signal, framework }) => {
          seen.push(data.externalId, signal.aborted, framework);
        },
      },
    });
    expect(ack).toMatchObject({ status: 200, body: '{"outcome":"processed"}' });
    expect(seen).toEqual(['clinician-4711', false, undefined]);
  });

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

  it('may be synchronous, and may throw synchronously', async () => {
    expect(await receiveOne({ handlers: { '*': () => {} } })).toMatchObject({ status: 200 });
    const boom = throwing(new Error('boom'));
    expect(await receiveOne({ handlers: { '*': boom } })).toMatchObject({ status: 500 });
  });

  it('an error is a 500 that says nothing of it; the observer gets it whole', async () => {
    const error = new Error('SSN 000-00-0000');
    const { seen, observe } = recorder();
    const ack = await receiveOne({ observe, handlers: { '*': () => Promise.reject(error) } });
    expect(ack).toMatchObject({ status: 500, body: '{"outcome":"failed"}' });
    expect(seen).toMatchObject([{ outcome: { kind: 'failed', error }, late: false }]);
  });

  it.each([undefined, null, 'a string', 0])(
    'rejecting with %s is a failure too',
    async (reason) => {
      const ack = await receiveOne({ handlers: { '*': () => Promise.reject(reason) } });
      expect(ack).toMatchObject({ status: 500, outcome: { kind: 'failed', error: reason } });
    },
  );

  it('PermanentError is acked, observed as discarded, and never runs again', async () => {
    let runs = 0;
    const receiver = testReceiver({
      handlers: {
        '*': () => {
          runs += 1;
          throw new PermanentError('no such candidate');
        },
      },
    });
    const first = await receiver.deliver();
    const second = await receiver.deliver();
    expect([first.body, second.body]).toEqual([
      '{"outcome":"discarded"}',
      '{"outcome":"duplicate"}',
    ]);
    expect([first.status, second.status, runs]).toEqual([200, 200, 1]);
  });

  it('RetryLater is a 503 with Retry-After, and runs again', async () => {
    let runs = 0;
    const receiver = testReceiver({
      handlers: {
        '*': () => {
          runs += 1;
          if (runs === 1) throw new RetryLater({ after: 42 });
        },
      },
    });
    const first = await receiver.deliver();
    expect(first).toMatchObject({ status: 503, headers: { 'retry-after': '42' } });
    const second = await receiver.deliver();
    expect(second).toMatchObject({ status: 200, outcome: { kind: 'processed' } });
  });
});

describe('integrationId', () => {
  const options = { integrationId: 'int_staffing' };
  it('ours passes', async () => {
    expect(await receiveOne(options)).toMatchObject({ status: 200 });
  });

  it.each([
    ['of another integration', 'int_other'],
    ['without one', undefined],
    ['with a number', 7],
  ])('a document event %s is refused', async (_name, integrationId) => {
    const ack = await receiveOne(options, recordedEvent('evt_1', { integrationId }));
    expect(ack).toMatchObject({
      status: 403,
      body: '{"outcome":"rejected","code":"wrong_integration"}',
    });
  });

  it('an event of the account, which names no integration, passes', async () => {
    const event = { ...recordedEvent(), type: 'report.completed', data: { reportId: 'rpt_1' } };
    expect(await receiveOne(options, event)).toMatchObject({ status: 200 });
  });

  it('an event of the account that names another integration is refused', async () => {
    const event = { ...recordedEvent(), type: 'report.completed', data: { integrationId: 'x' } };
    expect(await receiveOne(options, event)).toMatchObject({ status: 403 });
  });
});

describe('the window', () => {
  it.each([
    [300, undefined, 'processed'],
    [301, undefined, 'timestamp_too_old'],
    [-301, undefined, 'timestamp_in_future'],
    [301, 400, 'processed'],
    [2, 1, 'timestamp_too_old'],
  ])(
    'a delivery signed %d s ago, with a tolerance of %s, is %s',
    async (age, tolerance, expected) => {
      const receiver = testReceiver({ ...(tolerance && { tolerance }) });
      const at = NOW_SECONDS - age;
      const { outcome } = await receiver.receive(await signedDelivery(recordedEvent(), { at }));
      expect(outcome.kind === 'rejected' ? outcome.rejection.code : outcome.kind).toBe(expected);
    },
  );
});

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
    });
  });

  it.each([[undefined], [null], [[]]])('%j is an unknown tenant', async (none) => {
    expect(await receiveOne({ secret: () => none })).toMatchObject({ status: 401 });
  });

  it('an unknown tenant cannot be signed for, not even with the key that costs the same', async () => {
    const receiver = testReceiver({ secret: () => null });
    const ack = await receiver.receive(
      await signedDelivery(recordedEvent(), { secret: 'no such tenant' }),
    );
    expect(ack).toMatchObject({ status: 401 });
  });

  it('down is a 503', async () => {
    const ack = await receiveOne({ secret: () => Promise.reject(new Error('vault is sealed')) });
    expect(ack).toMatchObject({ status: 503, outcome: { kind: 'unavailable', reason: 'secret' } });
  });

  it('an empty string is a variable that is not set: 503, and the observer hears the cure', async () => {
    const ack = await receiveOne({ secret: () => '' });
    expect(ack).toMatchObject({ status: 503, outcome: { kind: 'unavailable', reason: 'secret' } });
    expect(ack.outcome.kind === 'unavailable' && String(ack.outcome.error)).toMatch(
      /secret \(as resolved\): .*non-empty/,
    );
  });

  it('a resolved secret with a newline is our mistake, not the sender’s: 503, and the observer hears the cure', async () => {
    const ack = await receiveOne({ secret: () => `${SECRET}\n` });
    expect(ack).toMatchObject({ status: 503, outcome: { reason: 'secret' } });
    expect(ack.outcome.kind === 'unavailable' && String(ack.outcome.error)).toMatch(/white space/);
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

describe('schemas', () => {
  it('one that throws is a 503: the event is not at fault', async () => {
    const validate = throwing(new Error('schema'));
    const metadata = schemaOf(validate);
    const ack = await testReceiver({ metadata }).receive(await sampleDelivery());
    expect(ack).toMatchObject({ status: 503, outcome: { reason: 'schema' } });
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

  it('down, or saying something else, is a 503', async () => {
    const down = { store: () => Promise.reject(new Error('down')) };
    expect(await receiveOne({ inbox: down })).toMatchObject({
      status: 503,
      outcome: { reason: 'inbox' },
    });
    // @ts-expect-error what a JavaScript inbox could answer
    expect(await receiveOne({ inbox: { store: () => undefined } })).toMatchObject({ status: 503 });
  });

  it('is not asked to store what has no handler', async () => {
    const ack = await receiveOne({
      inbox: { store: () => Promise.reject(new Error('asked')) },
      handlers: { 'report.completed': () => {} },
    });
    expect(ack).toMatchObject({ outcome: { kind: 'ignored' } });
  });
});

describe('dispatch', () => {
  const receiver = testReceiver({
    dedupe: faultyStore({ claim: () => Promise.reject(new Error('asked')) }),
    handlers: {
      'document_verification.recorded': ({ id }) => {
        if (id === 'evt_bad') throw new Error('bad');
        if (id === 'evt_gone') throw new PermanentError('gone');
      },
    },
  });

  it('runs the handler and nothing else', async () => {
    expect(await receiver.dispatch(recordedEvent())).toEqual({ kind: 'processed' });
    expect(await receiver.dispatch(recordedEvent())).toEqual({ kind: 'processed' });
  });

  it('says how it ended', async () => {
    expect(await receiver.dispatch(recordedEvent('evt_bad'))).toMatchObject({ kind: 'failed' });
    expect(await receiver.dispatch(recordedEvent('evt_gone'))).toMatchObject({ kind: 'discarded' });
    expect(await receiver.dispatch({ ...recordedEvent(), type: 'a.b' })).toEqual({
      kind: 'ignored',
    });
    expect(await receiver.dispatch({ ...recordedEvent(), id: '' })).toMatchObject({
      kind: 'rejected',
      rejection: { code: 'event_malformed' },
    });
  });

  it('passes the framework and the signal on', async () => {
    const seen: unknown[] = [];
    const abort = new AbortController();
    const local = testReceiver<string>({
      handlers: {
        '*': (_event, { framework, signal }) => {
          abort.abort('enough');
          seen.push(framework, signal.reason);
        },
      },
    });
    await local.dispatch(recordedEvent(), { framework: 'f', signal: abort.signal });
    expect(seen).toEqual(['f', 'enough']);
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

it('what an adapter gets wrong is a 500, not a delivery without an answer', async () => {
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

it('invariant 12: the dedupe key comes from the signed body alone', async () => {
  const keys: string[] = [];
  const inner = memoryStore();
  const claim: DedupeStore['claim'] = (key, ...rest) => {
    keys.push(key);
    return inner.claim(key, ...rest);
  };
  const receiver = testReceiver({ dedupe: { ...inner, claim } });
  const headers = {
    'service-delivery-id': 'dlv_1',
    'idempotency-key': 'forged',
    'x-event-id': 'forged',
  };
  await receiver.receive(await signedDelivery(recordedEvent(), { headers }));
  await receiver.receive(await signedDelivery(recordedEvent('evt_forged'), { secret: 'other' }));
  expect(keys).toEqual(['int_staffing:evt_1']);
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
