import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { createVerifier, type DedupeStore, LeaseLostError } from '@screening-webhooks/core';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { expect, it } from 'vitest';
import { screeningTelemetry } from '../src/index.js';
import { afterMs } from './support/after-ms.js';
import { AT, deliveryOf, eventOf, now, SECRET } from './support/deliveries.js';
import { exporterName, labelNames, seriesNames } from './support/promql.js';
import { startContext, testSdk } from './support/sdk.js';
import { deliverLate, tracedReceiver } from './support/telemetry.js';

const base = { 'messaging.destination.name': 'screening-webhooks' };
const COMPLETED = { 'screening_webhooks.event.type': 'document_verification.completed' };

it('deliveries are counted by outcome, event type and reason', async () => {
  const { sdk, receiver } = tracedReceiver();
  for (const id of ['evt_1', 'evt_1', 'evt_2'])
    await receiver.receive(await deliveryOf(eventOf(id)));
  await receiver.receive(await deliveryOf(eventOf('evt_3'), {}, { secret: 'another' }));
  await receiver.receive(await deliveryOf({ ...eventOf('evt_4'), type: 'brand.new' }));
  await receiver.drain();
  await receiver.receive(await deliveryOf(eventOf('evt_5')));

  const draining = {
    'screening_webhooks.unavailable.reason': 'draining',
    'error.type': 'unavailable',
  };
  const counted = (outcome: string, others: object, value: number) => ({
    attributes: { ...base, 'screening_webhooks.outcome': outcome, ...others },
    value,
  });
  expect(await sdk.points('screening_webhooks.deliveries')).toEqual([
    counted('processed', COMPLETED, 2),
    counted('duplicate', COMPLETED, 1),
    counted('rejected', { 'screening_webhooks.rejection.code': 'signature_mismatch' }, 1),
    counted('processed', { 'screening_webhooks.event.type': '_OTHER' }, 1),
    counted('unavailable', draining, 1),
  ]);
});

it('the ack duration is in seconds, by outcome', async () => {
  let clock = now();
  const work = () => {
    clock += 1500;
  };
  const { sdk, receiver } = tracedReceiver(
    { now: () => clock, handlers: { '*': work } },
    { endpoint: 'staging' },
  );
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  const attributes = {
    'messaging.destination.name': 'staging',
    'screening_webhooks.outcome': 'processed',
  };
  expect(await sdk.points('screening_webhooks.ack.duration')).toEqual([
    { attributes, value: { count: 1, sum: 1.5 } },
  ]);
});

it('age and skew are recorded for genuine signatures only, and the skew keeps its sign', async () => {
  const { sdk, receiver } = tracedReceiver();
  const age = () => sdk.points('screening_webhooks.delivery.age');
  const skew = () => sdk.points('screening_webhooks.clock.skew');

  await receiver.receive(await deliveryOf(eventOf('evt_0'), {}, { secret: 'forged', at: AT - 9 }));
  expect([await age(), await skew()]).toEqual([[], []]);

  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  expect(await age()).toEqual([{ attributes: base, value: { count: 1, sum: 2.5 } }]);
  expect(await skew()).toEqual([{ attributes: base, value: 2.5 }]);

  // Signed ahead of the local clock: a histogram accepts no negative values.
  await receiver.receive(await deliveryOf(eventOf('evt_2'), {}, { at: AT + 60 }));
  expect(await age()).toEqual([{ attributes: base, value: { count: 2, sum: 2.5 } }]);
  expect(await skew()).toEqual([{ attributes: base, value: -57.5 }]);

  // Outside the window: no age, only the skew.
  await receiver.receive(await deliveryOf(eventOf('evt_3'), {}, { at: AT + 900 }));
  expect(await age()).toEqual([{ attributes: base, value: { count: 2, sum: 2.5 } }]);
  const [last] = await skew();
  expect(last?.value).toBeLessThan(-890);
});

it('uses are counted for each secret', async () => {
  const { sdk, receiver } = tracedReceiver({ secret: ['next', SECRET] });
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  await receiver.receive(await deliveryOf(eventOf('evt_2'), {}, { secret: 'next' }));
  await receiver.receive(await deliveryOf(eventOf('evt_3'), {}, { secret: 'next' }));
  expect(await sdk.points('screening_webhooks.secret.uses')).toEqual([
    { attributes: { ...base, 'screening_webhooks.secret.index': 1 }, value: 1 },
    { attributes: { ...base, 'screening_webhooks.secret.index': 0 }, value: 2 },
  ]);
});

it('observe records the metrics of a verifier', async () => {
  const sdk = testSdk();
  const { observe } = screeningTelemetry(sdk.providers);
  const { verify } = createVerifier({ secret: SECRET, now, observe });
  await verify(await deliveryOf(eventOf('evt_1'), {}, { secret: 'another' }));
  const [point] = await sdk.points('screening_webhooks.deliveries');
  expect(point?.attributes['screening_webhooks.rejection.code']).toBe('signature_mismatch');
  expect(sdk.spans()).toEqual([]);
});

it('the Prometheus exporter of the SDK exports these series, with these labels', async () => {
  startContext();
  const reader = new PrometheusExporter({ preventServerStart: true });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const { createReceiver, observe } = screeningTelemetry({ meterProvider, inboxDepth: () => 1 });
  const receiver = await deliverLate(createReceiver);
  await receiver.dispatch(eventOf('evt_2'));
  const error = new LeaseLostError('x');
  observe({
    outcome: { kind: 'unavailable', reason: 'dedupe', error, retryAfter: 60 },
    late: false,
    receivedAt: now(),
    durationMs: 1,
  });

  const { resourceMetrics } = await reader.collect();
  const text = new PrometheusSerializer(undefined, false, undefined, true, true).serialize(
    resourceMetrics,
  );
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = new Set(series.map((line) => line.split(/[{ ]/, 1)[0]));
  expect([...names].sort()).toEqual(seriesNames(exporterName).sort());
  const labels = new Set(series.flatMap((line) => line.match(/\w+(?==")/g) ?? []));
  for (const label of labels) expect(labelNames).toContain(label);
});

it('handler runs are counted by type and error, for deliveries and for dispatch', async () => {
  let broken = false;
  const { sdk, receiver } = tracedReceiver({
    handlers: {
      '*': () => {
        if (broken) throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
      },
    },
  });
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  broken = true;
  await receiver.dispatch(eventOf('evt_2'));
  const ofType = { ...base, ...COMPLETED };
  const refused = { 'error.type': 'ECONNREFUSED' };
  const attributes = {
    ...ofType,
    'messaging.system': 'screening_webhooks',
    'messaging.operation.name': 'process',
  };
  const value = { count: 1, sum: expect.any(Number) };
  expect(await sdk.points('messaging.process.duration')).toEqual([
    { attributes, value },
    { attributes: { ...attributes, ...refused }, value },
  ]);
  expect(await sdk.points('screening_webhooks.dispatches')).toEqual([
    { attributes: { ...ofType, 'screening_webhooks.outcome': 'failed', ...refused }, value: 1 },
  ]);
});

it('a late outcome has a counter of its own; the delivery and its ack are counted once', async () => {
  startContext();
  const sdk = testSdk();
  await deliverLate(screeningTelemetry(sdk.providers).createReceiver);
  const count = async (name: string) =>
    (await sdk.points(name)).map((point) => [
      point.attributes['screening_webhooks.outcome'],
      point.value,
    ]);
  expect(await count('screening_webhooks.deliveries')).toEqual([['timed_out', 1]]);
  expect(await count('screening_webhooks.late_outcomes')).toEqual([['processed', 1]]);
  expect(await count('screening_webhooks.secret.uses')).toEqual([[undefined, 1]]);
  expect(await count('screening_webhooks.ack.duration')).toEqual([
    ['timed_out', { count: 1, sum: 0 }],
  ]);
});

const store: DedupeStore = {
  claim: () => 'acquired',
  extend: () => true,
  commit: () => true,
  release: () => true,
};

it.each([
  ['during the commit', { ...store, commit: () => false }, () => {}],
  ['while the handler runs', { ...store, extend: () => false, commit: () => false }, untilAborted],
])('a lost lease is counted once: %s', async (_when, dedupe, handler) => {
  startContext();
  const settled = deferred();
  const { sdk, receiver } = tracedReceiver({
    dedupe,
    lease: 30,
    handlers: { '*': handler },
    // The ack of a lost claim is immediate; the outcome is observed when the handler ends.
    observe: ({ outcome }) => {
      if (outcome.kind === 'unavailable') settled.resolve();
    },
  });
  const signed = await deliveryOf(eventOf('evt_1'));
  await afterMs(30, () => receiver.receive(signed));
  await settled.promise;
  expect(await sdk.points('screening_webhooks.lease.losses')).toEqual([
    { attributes: base, value: 1 },
  ]);
});

it('a handler that handlerTimeout aborted does not count as a lost lease', async () => {
  startContext();
  const { sdk, receiver } = tracedReceiver({
    handlers: { '*': untilAborted },
    handlerTimeout: 20,
  });
  const signed = await deliveryOf(eventOf('evt_1'));
  const { outcome } = await afterMs(20, () => receiver.receive(signed));
  expect(outcome.kind).toBe('timed_out');
  expect(await sdk.points('screening_webhooks.lease.losses')).toEqual([]);
});

function untilAborted(_event: unknown, { signal }: { signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
}

it('inboxDepth is called at each collection; the last value remains when it fails', async () => {
  const sdk = testSdk();
  const depths: (() => number | Promise<number>)[] = [
    () => 3,
    () => Promise.resolve(5),
    () => Promise.reject(new Error('redis://:password@host')),
    () => {
      throw new Error('down');
    },
  ];
  screeningTelemetry({ ...sdk.providers, inboxDepth: () => depths.shift()?.() ?? 0 });
  const depth = async () => {
    const points = await sdk.points('screening_webhooks.inbox.depth');
    return points.map(({ value }) => value);
  };
  expect(await depth()).toEqual([3]);
  expect(await depth()).toEqual([5]);
  expect(await depth()).toEqual([5]);
  expect(await depth()).toEqual([5]);
  expect(await depth()).toEqual([0]);
});
