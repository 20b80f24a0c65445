import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { createVerifier, LeaseLostError, type Observation } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { screeningTelemetry } from '../src/index.js';
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

  const outcome = (kind: string) => ({ ...base, 'screening_webhooks.outcome': kind });
  expect(await sdk.points('screening_webhooks.deliveries')).toEqual([
    { attributes: { ...outcome('processed'), ...COMPLETED }, value: 2 },
    { attributes: { ...outcome('duplicate'), ...COMPLETED }, value: 1 },
    {
      attributes: {
        ...outcome('rejected'),
        'screening_webhooks.rejection.code': 'signature_mismatch',
      },
      value: 1,
    },
    {
      attributes: { ...outcome('processed'), 'screening_webhooks.event.type': '_OTHER' },
      value: 1,
    },
    {
      attributes: {
        ...outcome('unavailable'),
        'screening_webhooks.unavailable.reason': 'draining',
        'error.type': 'unavailable',
      },
      value: 1,
    },
  ]);
});

it('the ack duration is in seconds, by outcome', async () => {
  let clock = now();
  const { sdk, receiver } = tracedReceiver(
    {
      now: () => clock,
      handlers: {
        '*': () => {
          clock += 1500;
        },
      },
    },
    { endpoint: 'staging' },
  );
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  expect(await sdk.points('screening_webhooks.ack.duration')).toEqual([
    {
      attributes: {
        'messaging.destination.name': 'staging',
        'screening_webhooks.outcome': 'processed',
      },
      value: { count: 1, sum: 1.5 },
    },
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

const lostLease: Observation = {
  outcome: {
    kind: 'unavailable',
    reason: 'dedupe',
    error: new LeaseLostError('x'),
    retryAfter: 60,
  },
  late: false,
  receivedAt: now(),
  durationMs: 1,
};

it('the Prometheus exporter of the SDK exports these series, with these labels', async () => {
  startContext();
  const reader = new PrometheusExporter({ preventServerStart: true });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const { createReceiver, observe } = screeningTelemetry({ meterProvider, inboxDepth: () => 1 });
  const receiver = await deliverLate(createReceiver);
  await receiver.dispatch(eventOf('evt_2'));
  observe(lostLease);

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
