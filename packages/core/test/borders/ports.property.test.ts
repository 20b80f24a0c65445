import fc from 'fast-check';
import {
  expectNoProcessFailures,
  rejectionsReported,
} from 'screening-webhooks-test-support/process-failures';
import { passing } from 'screening-webhooks-test-support/until';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  createReceiver,
  type Delivery,
  RawBodyUnavailableError,
  type ReceiveContext,
  type ReceiverOptions,
} from '../../src/index.js';
import {
  delivers,
  type HostileCall,
  type HostileValue,
  hostileCalls,
  hostileValues,
  returnsText,
} from '../support/hostile-values.js';
import { agreeableStore, TIMERS, useFakeTime } from '../support/manual.js';
import { NOW, now, SECRET, sampleDelivery } from '../support/signed-delivery.js';
import { schemaOf } from '../support/test-receiver.js';

// Whatever a port hands over: an answer by the ack deadline, no rejection except RawBodyUnavailableError, no failure of
// the process, and no 2xx for an event that is not safe.

const ACK_TIMEOUT = 12_000;
const { failures } = expectNoProcessFailures();
const genuine = await sampleDelivery();

/** Types a value that only JavaScript code could pass. */
const untyped = <T>(value: unknown): T => value as T;

useFakeTime({ toFake: [...TIMERS] });
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

interface Answer {
  /** 500 if the receiver leaves the answer to the framework. */
  readonly status: number;
  readonly runs: number;
}

/** Receives one delivery. Time moves only in steps to the ack deadline, by which the delivery must be answered. */
async function answerTo(
  options: Partial<ReceiverOptions>,
  delivery: Delivery = genuine,
  context?: ReceiveContext,
): Promise<Answer> {
  let runs = 0;
  const count = (): void => {
    runs += 1;
  };
  const receiver = createReceiver({
    secret: SECRET,
    now,
    dedupe: agreeableStore,
    handlers: { '*': count },
    ...options,
  });
  // Timers of the previous run: a handler that never settles keeps its lease.
  vi.clearAllTimers();
  const startedAt = performance.now();
  let settledAt: number | undefined;
  const receiving = receiver
    .receive(delivery, context)
    .then(
      ({ status, headers }) => {
        expect(headers['retry-after'] ?? '1').toMatch(/^\d{1,6}$/);
        return status;
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(RawBodyUnavailableError);
        return 500;
      },
    )
    .finally(() => {
      settledAt = performance.now();
    });
  // Without a timer, the receiver waits for WebCrypto, which has its own thread and ignores the fake clock.
  for (await rejectionsReported(); settledAt === undefined; await rejectionsReported()) {
    if (vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(ACK_TIMEOUT);
  }
  const status = await receiving;
  expect(status).toBeTypeOf('number');
  expect(settledAt - startedAt).toBeLessThanOrEqual(ACK_TIMEOUT);
  // Work that outlives its ack: late answers, retried commits, leases.
  await vi.advanceTimersByTimeAsync(120_000);
  await rejectionsReported();
  expect(failures).toEqual([]);
  return { status, runs };
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

const forEachCall = (check: (call: HostileCall) => Promise<void>) =>
  fc.assert(fc.asyncProperty(hostileCalls, check), { numRuns: 150 });

const forEachValue = (check: (value: HostileValue) => Promise<void>) =>
  fc.assert(fc.asyncProperty(hostileValues, check), { numRuns: 80 });

it.each([false, true])(
  'a claim that is not exactly acquired runs no handler, and only done is a success; of two keys: %s',
  (reconciliation) =>
    forEachCall(async (call) => {
      // If the result of the event has its own claim, the claim of the event is acquired.
      const claim = (key: string) =>
        reconciliation && !key.includes('result:') ? 'acquired' : untyped<'done'>(call.run());
      const answer = await answerTo({ dedupe: { ...agreeableStore, claim }, reconciliation });
      expect(answer.runs).toBe(delivers(call, 'acquired') ? 1 : 0);
      if (isSuccess(answer)) expect(delivers(call, 'acquired', 'done')).toBe(true);
    }),
);

it('a commit that is not exactly true is not a success', () =>
  forEachCall(async (call) => {
    const answer = await answerTo({
      dedupe: { ...agreeableStore, commit: () => untyped(call.run()) },
    });
    expect(answer.runs).toBe(1);
    if (isSuccess(answer)) expect(delivers(call, true)).toBe(true);
  }));

it('an extension changes neither the answer deadline nor the process', () =>
  forEachCall(async (call) => {
    const answer = await answerTo({
      lease: 3000,
      dedupe: { ...agreeableStore, extend: () => untyped(call.run()) },
      handlers: { '*': () => passing(11_000) },
    });
    expect([200, 503]).toContain(answer.status);
  }));

it('a release changes nothing', () =>
  forEachCall(async (call) => {
    const answer = await answerTo({
      dedupe: { ...agreeableStore, release: () => untyped(call.run()) },
      handlers: { '*': () => Promise.reject(new Error('handler')) },
    });
    expect(answer.status).toBe(500);
  }));

it.each(['dedupe', 'inbox'] as const)(
  'what %s() gives is a success only when it is one',
  (option) =>
    forEachCall(async (call) => {
      const answer = await answerTo({ [option]: () => untyped(call.run()) });
      expect(answer).toEqual({ status: 503, runs: 0 });
    }),
);

it('an inbox that does not say exactly stored or duplicate is not a success', () =>
  forEachCall(async (call) => {
    const inbox = { store: () => untyped<'stored'>(call.run()) };
    for (const reconciliation of [false, true]) {
      const answer = await answerTo({ inbox, reconciliation });
      expect([503, ...(delivers(call, 'stored', 'duplicate') ? [200, 202] : [])]).toContain(
        answer.status,
      );
    }
  }));

it('no value of a secret resolver verifies a delivery', () =>
  forEachCall(async (call) => {
    const answer = await answerTo({ secret: () => untyped(call.run()) });
    expect(answer.runs).toBe(0);
    expect([401, 500, 503]).toContain(answer.status);
  }));

it('a schema gives an output, issues, or a 503', () =>
  forEachCall(async (call) => {
    const validate = (): never => untyped(call.run());
    const metadata = schemaOf(validate);
    const answer = await answerTo({ metadata });
    expect([200, 422, 503]).toContain(answer.status);
    expect(answer.runs).toBe(answer.status === 200 ? 1 : 0);
  }));

it('an observer changes nothing', () =>
  forEachCall(async (call) => {
    const observe = (observation: object): unknown => {
      for (const value of [...Object.values(observation), observation]) {
        if (typeof value !== 'object' || value === null) continue;
        for (const key of Object.keys(value)) Reflect.set(value, key, undefined);
      }
      return call.run();
    };
    expect(await answerTo({ observe })).toEqual({ status: 200, runs: 1 });
    const refused = { ...genuine, method: 'GET' };
    expect(await answerTo({ observe }, refused)).toMatchObject({ status: 405 });
  }));

it('a handler that throws or rejects is not a success, with the console as the observer', () =>
  forEachCall(async (call) => {
    const answer = await answerTo({ handlers: { '*': call.run } });
    expect([200, 500, 503]).toContain(answer.status);
    if (['thrown', 'rejected'].includes(call.handover.name)) expect(answer.status).not.toBe(200);
  }));

it('a handler that gives anything after the ack deadline does no harm', () =>
  forEachCall(async (call) => {
    const handler = async () => {
      await passing(13_000);
      return call.run();
    };
    expect(await answerTo({ handlers: { '*': handler } })).toMatchObject({ status: 503 });
  }));

it('a clock that is not a finite number is a 503', () =>
  forEachCall(async (call) => {
    const answer = await answerTo({ now: () => untyped(call.run()), observe: false });
    expect([400, 503]).toContain(answer.status);
    expect(answer.runs).toBe(0);
  }));

it('a receivedAt that is not a finite number is a 503', () =>
  forEachCall(async (call) => {
    const delivery = {
      ...genuine,
      get receivedAt() {
        return untyped<number>(call.run());
      },
    };
    const answer = await answerTo({}, delivery);
    const isAbsent = call.handover.name === 'returned' && delivers(call, undefined, null);
    expect(isAbsent ? [200] : [400, 503]).toContain(answer.status);
  }));

it.each(['namespace', 'integrationId'] as const)(
  '%s() that is not a string of 1 to 255 characters is a 503',
  (option) =>
    forEachCall(async (call) => {
      const answer = await answerTo({ [option]: () => untyped<string>(call.run()) });
      const expected = option === 'namespace' ? 200 : 403;
      expect(answer.status).toBe(returnsText(call) ? expected : 503);
    }),
);

it.each(['header', 'readBody'] as const)('%s() of an adapter verifies nothing', (name) =>
  forEachCall(async (call) => {
    const answer = await answerTo({}, { ...genuine, [name]: () => untyped(call.run()) });
    expect(answer.runs).toBe(0);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }),
);

it('the method of an adapter admits nothing', () =>
  forEachValue(async ({ make }) => {
    const method = { get: () => make() };
    const answer = await answerTo({}, Object.defineProperty({ ...genuine }, 'method', method));
    expect(answer.status).toBe(405);
  }));

it('a signal of an adapter does no harm, whether the body arrives or fails', () =>
  forEachValue(async ({ make }) => {
    const bodies: Delivery['readBody'][] = [
      async (limit) => genuine.readBody(limit),
      () => Promise.reject(new Error('adapter')),
    ];
    for (const readBody of bodies) {
      const answer = await answerTo({}, { ...genuine, readBody, signal: untyped(make()) });
      expect([200, 400, 500]).toContain(answer.status);
    }
  }));

it('waitUntil changes nothing, nor does one that is not a function', () =>
  forEachCall(async (call) => {
    const handlers = { '*': () => Promise.resolve() };
    for (const waitUntil of [
      () => untyped<void>(call.run()),
      untyped<() => void>(call.value.make()),
    ]) {
      expect(await answerTo({ handlers }, genuine, { waitUntil })).toMatchObject({ status: 200 });
    }
  }));

it('the genuine delivery succeeds, so that the properties above can fail', async () => {
  expect(await answerTo({})).toEqual({ status: 200, runs: 1 });
  expect(await answerTo({}, { ...genuine, receivedAt: NOW })).toEqual({ status: 200, runs: 1 });
});
