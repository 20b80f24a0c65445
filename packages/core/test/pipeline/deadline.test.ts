import { describe, expect, it, vi } from 'vitest';
import type { ReceiverOptions } from '../../src/index.js';
import { deferred, never, recorder, throwing, useFakeTime } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import {
  type DeliveryOverrides,
  NOW,
  sampleDelivery,
  signedDelivery,
} from '../support/signed-delivery.js';
import { receiveOne, schemaOf, testReceiver } from '../support/test-receiver.js';

useFakeTime();

it('invariant 13: a slow handler is answered 503 at the deadline and goes on; its retries find in_progress, then duplicate', async () => {
  const work = deferred();
  const { seen, observe } = recorder();
  const receiver = testReceiver({ observe, handlers: { '*': () => work.promise } });

  const first = receiver.receive(await sampleDelivery());
  await vi.advanceTimersByTimeAsync(11_999);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await first).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60' },
    body: '{"outcome":"timed_out"}',
  });

  await vi.advanceTimersByTimeAsync(120_000);
  expect(await receiver.deliver()).toMatchObject({ status: 409 });
  work.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(await receiver.deliver()).toMatchObject({ outcome: { kind: 'duplicate' } });
  expect(seen.map(({ outcome, late }) => `${outcome.kind}${late ? ' late' : ''}`)).toEqual([
    'timed_out',
    'in_progress',
    'processed late',
    'duplicate',
  ]);
});

it('a handler that fails after the deadline is not lost: observed, released, and run again', async () => {
  const work = deferred();
  const { seen, observe } = recorder();
  let runs = 0;
  const handlers = {
    '*': () => {
      runs += 1;
      return runs === 1 ? work.promise : undefined;
    },
  };
  const receiver = testReceiver({ observe, handlers });
  const first = receiver.receive(await sampleDelivery());
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await first).toMatchObject({ status: 503 });
  work.reject(new Error('late failure'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.at(-1)).toMatchObject({ late: true, outcome: { kind: 'failed' } });
  expect(await receiver.deliver()).toMatchObject({ outcome: { kind: 'processed' } });
});

it('work is handed to waitUntil before the ack, and ends with the handler', async () => {
  const work = deferred();
  const waiting: Promise<unknown>[] = [];
  const receiver = testReceiver({ handlers: { '*': () => work.promise } });
  const ack = receiver.receive(await sampleDelivery(), {
    waitUntil: (promise) => void waiting.push(promise),
  });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await ack).toMatchObject({ status: 503 });
  expect(waiting).toHaveLength(1);
  work.resolve();
  expect(await waiting[0]).toEqual({ kind: 'processed' });
});

it('a waitUntil that throws changes nothing', async () => {
  const receiver = testReceiver();
  const waitUntil = throwing(new TypeError('Illegal invocation'));
  expect(await receiver.deliver('evt_1', { waitUntil })).toMatchObject({ status: 200 });
});

describe('the deadline counts from arrival', () => {
  it('a body that took its time leaves less for the handler', async () => {
    const body = deferred<Uint8Array>();
    const whole = await sampleDelivery();
    const receiver = testReceiver({ handlers: { '*': () => never() } });
    const ack = receiver.receive({ ...whole, readBody: () => body.promise });
    await vi.advanceTimersByTimeAsync(11_000);
    body.resolve((await whole.readBody(1e6)) as Uint8Array);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await ack).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
  });

  it.each<[string, DeliveryOverrides, number]>([
    ['receivedAt moves it, for a gateway or queue in between', { receivedAt: NOW - 10_000 }, 2000],
    ['receivedAt ahead of this clock adds nothing', { receivedAt: NOW + 10_000 }, 12_000],
    ['ackTimeout of a platform that gives less brings it forward', { ackTimeout: 2000 }, 2000],
    ['a longer ackTimeout adds nothing', { ackTimeout: 900_000 }, 12_000],
    ['an ackTimeout that is not a number says nothing', { ackTimeout: Number.NaN }, 12_000],
  ])('%s', async (_name, overrides, deadline) => {
    const answered = vi.fn();
    const ack = receiveOne({ handlers: { '*': never } }, recordedEvent(), overrides);
    void ack.then(answered);
    await vi.advanceTimersByTimeAsync(deadline - 1);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await ack).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
  });

  it('and the window is judged by it: what arrived in time may wait in a queue', async () => {
    const receivedAt = NOW - 3_600_000;
    const at = Math.floor(receivedAt / 1000);
    const ack = receiveOne({}, recordedEvent(), { receivedAt, at });
    await vi.advanceTimersByTimeAsync(1);
    expect(await ack).toMatchObject({ status: 200 });
  });
});

describe('whatever does not answer, the sender gets an answer at the deadline', () => {
  const unanswered = (reason: string) => ({
    kind: 'unavailable',
    reason,
    error: new Error(`${reason}: no answer before the ack deadline.`),
  });
  const hanging: [name: string, options: Partial<ReceiverOptions>, expected: object][] = [
    ['a secret resolver', { secret: () => never() }, unanswered('secret')],
    ['an inbox', { inbox: { store: () => never() } }, unanswered('inbox')],
    ['a schema', { metadata: schemaOf(() => never()) }, unanswered('schema')],
  ];
  it.each(hanging)('%s', async (_name, options, expected) => {
    const ack = testReceiver(options).receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await ack).toMatchObject({ status: 503, outcome: expected });
  });

  it('a body that stalls', async () => {
    const delivery = await signedDelivery(recordedEvent(), { readBody: () => never() });
    const ack = testReceiver().receive(delivery);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await ack).toMatchObject({
      status: 400,
      body: '{"outcome":"rejected","code":"body_incomplete"}',
    });
  });
});

it('rings when its timer does, whatever the other clock says: tests may fake timers alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const receiver = testReceiver({ handlers: { '*': never } });
  const ack = receiver.receive(await sampleDelivery());
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await ack).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
});

it('no timer is left behind by a delivery that ended', async () => {
  const receiver = testReceiver();
  await receiver.deliver();
  await receiver.receive(await signedDelivery(recordedEvent(), { method: 'GET' }));
  await receiver.dispatch(recordedEvent());
  expect(vi.getTimerCount()).toBe(0);
});

it('invariant 15: drain waits for the handlers, answers new deliveries 503, and then resolves', async () => {
  const work = deferred();
  const receiver = testReceiver({ handlers: { '*': () => work.promise } });
  const running = receiver.receive(await sampleDelivery());
  await vi.advanceTimersByTimeAsync(1);
  const drained = vi.fn();
  const drain = receiver.drain().then(drained);
  expect(await receiver.deliver('evt_2')).toMatchObject({
    status: 503,
    outcome: { kind: 'unavailable', reason: 'draining' },
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(drained).not.toHaveBeenCalled();
  work.resolve();
  await drain;
  expect(await running).toMatchObject({ status: 200 });
  expect(vi.getTimerCount()).toBe(0);
});
