import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MaybePromise, Receiver, ReceiverOptions } from '../../src/index.js';
import {
  deferred,
  faultyStore,
  keepSignals,
  never,
  recorder,
  TIMERS,
  throwing,
  useFakeTime,
} from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { SECRET, sampleDelivery, signedDelivery, toBody } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

expectNoProcessFailures();
useFakeTime({ toFake: [...TIMERS] });

const handler = vi.fn<() => unknown>();
beforeEach(() => void handler.mockReset());
const receiverWith = (options: Partial<ReceiverOptions> = {}) =>
  testReceiver({ handlers: { '*': handler }, ...options });

/** A receiver whose handler is at work until `work` is settled. */
async function busyReceiver(options: Partial<ReceiverOptions> = {}) {
  const work = deferred();
  const started = deferred();
  handler.mockImplementation(() => {
    started.resolve();
    return work.promise;
  });
  const receiver = receiverWith(options);
  const receiving = receiver.receive(await sampleDelivery());
  await started.promise;
  return { receiver, receiving, work };
}

/** A receiver that has begun to read the body of a delivery. */
async function readingReceiver(options: Partial<ReceiverOptions> = {}) {
  const body = deferred<Uint8Array>();
  const reached = deferred();
  const readBody = () => {
    reached.resolve();
    return body.promise;
  };
  const receiver = receiverWith(options);
  const receiving = receiver.receive(await signedDelivery(recordedEvent(), { readBody }));
  await reached.promise;
  return { receiver, receiving, arrive: () => body.resolve(toBody(recordedEvent())) };
}

/** Drains until its timeout of a second. */
async function drainInVain({ drain }: Pick<Receiver, 'drain'>): Promise<void> {
  const draining = drain({ timeout: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  await draining;
}

it.each([Infinity, 2 ** 31])('with a timeout of %s waits for the handler', async (timeout) => {
  const { receiver, receiving, work } = await busyReceiver();
  const drained = vi.fn();
  const draining = receiver.drain({ timeout }).then(drained);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(drained).not.toHaveBeenCalled();
  work.resolve();
  await draining;
  expect(await receiving).toMatchObject({ status: 503 });
  expect(vi.getTimerCount()).toBe(0);
});

it.each([Number.NaN, null, -1, '1000'])(
  'with a timeout of %s throws a TypeError, and goes on receiving',
  async (timeout) => {
    const receiver = receiverWith();
    const wrong = receiver.drain({ timeout: timeout as number });
    await expect(wrong).rejects.toThrow(TypeError);
    await expect(wrong).rejects.toThrow(/^timeout: expected milliseconds of at least 0/);
    expect(await receiver.deliver()).toMatchObject({ status: 200 });
  },
);

describe('a delivery that is not at its handler when the drain times out starts none', () => {
  const genuine = sampleDelivery();

  it.each(['body', 'secret', 'claim'])('and waits for its %s', async (stage) => {
    const waits = deferred();
    const reached = deferred();
    const wait = <T>(value: MaybePromise<T>): Promise<T> => {
      reached.resolve();
      return waits.promise.then(() => value);
    };
    const { readBody } = await genuine;
    const store = faultyStore();
    const receiver = receiverWith({
      ...(stage === 'secret' && { secret: () => wait(SECRET) }),
      dedupe: {
        ...store,
        claim: (...claim) =>
          stage === 'claim' ? wait(store.claim(...claim)) : store.claim(...claim),
      },
    });
    const receiving = receiver.receive({
      ...(await genuine),
      readBody: async (limit) => (stage === 'body' ? wait(await readBody(limit)) : readBody(limit)),
    });
    await reached.promise;
    await drainInVain(receiver);
    waits.resolve();
    expect(await receiving).toMatchObject({ status: 503, outcome: { reason: 'draining' } });
    expect(handler).not.toHaveBeenCalled();
    expect(store.asked).toEqual(stage === 'claim' ? ['claim', 'release'] : []);
  });
});

it('at its timeout, a delivery that waits for its body is not stored in the inbox', async () => {
  const store = vi.fn(() => 'stored' as const);
  const { receiver, receiving, arrive } = await readingReceiver({ inbox: { store } });
  await drainInVain(receiver);
  arrive();
  expect(await receiving).toMatchObject({ status: 503, outcome: { reason: 'draining' } });
  expect(store).not.toHaveBeenCalled();
});

it('a second drain waits as the first does, and starts no handler after the first has timed out', async () => {
  const { receiver, receiving, arrive } = await readingReceiver();
  const second = vi.fn();
  const draining = [
    receiver.drain({ timeout: 1000 }),
    receiver.drain({ timeout: 5000 }).then(second),
  ];
  await vi.advanceTimersByTimeAsync(1000);
  await draining[0];
  const third = receiver.drain({ timeout: 5000 });
  expect(second).not.toHaveBeenCalled();
  arrive();
  expect(await receiving).toMatchObject({ status: 503, outcome: { reason: 'draining' } });
  await Promise.all([...draining, third]);
  expect(handler).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

it('at its timeout, the signal of a handler that has ended, before its ack or after, stays as it is', async () => {
  const late = deferred();
  const work = [Promise.resolve(), late.promise, never()];
  const { signals, handlers } = keepSignals(() => work.shift());
  const receiver = testReceiver({ handlers });
  await receiver.deliver('evt_0');
  void receiver.receive(await sampleDelivery());
  await vi.advanceTimersByTimeAsync(12_000);
  late.resolve();
  await vi.advanceTimersByTimeAsync(0);
  void receiver.receive(await sampleDelivery('evt_2'));
  await drainInVain(receiver);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, true]);
  expect(String(signals[2]?.reason)).toContain('timed out after 1000 ms');
});

it('at its timeout, a claim is not renewed any more, and no timer keeps the process alive', async () => {
  const dedupe = faultyStore();
  const { receiver, receiving } = await busyReceiver({ dedupe });
  await drainInVain(receiver);
  expect(await receiving).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(dedupe.asked).toEqual(['claim']);
});

it('a commit that outlasts the ack deadline starts no renewal', async () => {
  const committed = deferred<boolean>();
  const asked = deferred();
  const dedupe = faultyStore({
    commit: () => {
      asked.resolve();
      return committed.promise;
    },
  });
  const receiver = receiverWith({ dedupe });
  const receiving = receiver.receive(await sampleDelivery());
  await asked.promise;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await receiving).toMatchObject({ outcome: { kind: 'timed_out' } });
  expect(vi.getTimerCount()).toBe(0);
  committed.resolve(true);
});

it('a release that never settles delays neither the 500 of a failed handler nor a drain', async () => {
  const error = new Error('handler');
  handler.mockImplementation(throwing(error));
  const { seen, observe } = recorder();
  const dedupe = faultyStore({ release: () => never() });
  const receiver = receiverWith({ dedupe, observe });
  expect(await receiver.deliver()).toMatchObject({ status: 500 });
  expect(seen).toMatchObject([{ outcome: { kind: 'failed', error } }]);
  await receiver.drain();
});
