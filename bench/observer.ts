import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import {
  createReceiver,
  type DedupeStore,
  type Delivery,
  type ReceiverOptions,
  signBody,
} from '@screening-webhooks/core';
import { logOutcomes, screeningTelemetry } from '@screening-webhooks/opentelemetry';
import pino from 'pino';
import { median } from './measure/statistics.js';

// The cost of observation: a delivery of 1 KB through the whole pipeline without an observer, with the log, with telemetry but
// no SDK, and with an SDK whose exporters discard everything. The variants take turns: compare the ratios of the medians, not
// the times. The store and the handler do nothing, so that the share of the observer is as large as possible.

const ROUNDS = 40;
const DELIVERIES = 500;
const secret = 'whsec_bench';

const emptyStore: DedupeStore = {
  claim: () => 'acquired',
  extend: () => true,
  commit: () => true,
  release: () => true,
};
const options: ReceiverOptions = { secret, dedupe: emptyStore, handlers: { '*': () => {} } };

const body = Buffer.from(
  JSON.stringify({
    id: 'evt_bench',
    type: 'document_verification.recorded',
    created: '2026-11-20T10:00:05.000Z',
    data: { integrationId: 'int_1', verified: false, formData: { pad: 'x'.repeat(850) } },
  }),
);
const headers: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'service-signature': await signBody(body, { secret }),
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const delivery: Delivery = {
  method: 'POST',
  header: (name) => headers[name] ?? null,
  readBody: () => body,
};

const discard = { write: () => {} };
const success = { code: 0 };
const tracerProvider = new BasicTracerProvider({
  spanProcessors: [
    new BatchSpanProcessor({
      export: (_spans, callback) => callback(success),
      shutdown: async () => {},
    }),
  ],
});
const meterProvider = new MeterProvider({
  readers: [
    new PeriodicExportingMetricReader({
      exporter: {
        export: (_metrics, callback) => callback(success),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    }),
  ],
});
const sdk = { tracerProvider, meterProvider };
const observe = logOutcomes(pino({}, discard));

const variants = [
  { name: 'no observer', receiver: createReceiver(options), app: false },
  { name: 'logOutcomes, pino', receiver: createReceiver({ ...options, observe }), app: false },
  {
    name: 'telemetry, no SDK',
    receiver: screeningTelemetry().createReceiver(options),
    app: false,
  },
  {
    name: 'metrics alone, SDK',
    receiver: createReceiver({ ...options, observe: screeningTelemetry(sdk).observe }),
    app: true,
  },
  {
    name: 'telemetry, SDK',
    receiver: screeningTelemetry(sdk).createReceiver(options),
    app: true,
  },
];

// An app with an SDK registers these once. Rounds without an SDK run without them.
function startContext(): () => void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return () => {
    context.disable();
    propagation.disable();
  };
}

async function microseconds({ receiver, app }: (typeof variants)[number]): Promise<number> {
  const stop = app ? startContext() : () => {};
  const start = performance.now();
  for (let sent = 0; sent < DELIVERIES; sent += 1) {
    const { status } = await receiver.receive(delivery);
    if (status !== 200) throw new Error(`The receiver answered ${status}.`);
  }
  const spent = performance.now() - start;
  stop();
  return (spent / DELIVERIES) * 1000;
}

const times = variants.map((): number[] => []);
for (let round = 0; round < ROUNDS + 5; round += 1) {
  for (const [index, variant] of variants.entries()) {
    const time = await microseconds(variant);
    // The first five rounds warm up.
    if (round >= 5) times[index]?.push(time);
  }
}

const [baseline = 0] = times.map(median);
for (const [index, { name }] of variants.entries()) {
  const time = median(times[index] ?? []);
  const more = (time - baseline).toFixed(1);
  console.log(
    `${name.padEnd(20)} ${time.toFixed(1).padStart(7)} µs a delivery  ${(time / baseline).toFixed(2).padStart(6)} ×  ${more.padStart(6)} µs more`,
  );
}
await tracerProvider.shutdown();
await meterProvider.shutdown();
