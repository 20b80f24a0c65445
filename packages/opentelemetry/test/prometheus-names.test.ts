import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Observation } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { screeningTelemetry } from '../src/index.js';
import { deferred, deliveryOf, eventOf, now, SECRET } from './support/deliveries.js';
import { exporterName, labelNames, seriesNames } from './support/promql.js';
import { startContext } from './support/sdk.js';

const lost: Observation = {
  outcome: {
    kind: 'unavailable',
    reason: 'dedupe',
    error: Object.assign(new Error('x'), { name: 'LeaseLostError' }),
    retryAfter: 60,
  },
  late: false,
  receivedAt: now(),
  durationMs: 1,
};

it('the exporter of the SDK gives these series, with these labels', async () => {
  startContext();
  const reader = new PrometheusExporter({ preventServerStart: true });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const { createReceiver, observe } = screeningTelemetry({ meterProvider, inboxDepth: () => 1 });
  const hold = deferred();
  const late = deferred();
  const receiver = createReceiver({
    secret: SECRET,
    now,
    ackTimeout: 20,
    handlers: { '*': () => hold.promise },
    observe: (observation) => {
      if (observation.late) late.resolve();
    },
  });
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  hold.resolve();
  await late.promise;
  await receiver.dispatch(eventOf('evt_2'));
  observe(lost);

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
