import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import {
  createReceiver,
  type DedupeStore,
  type Delivery,
  type Receiver,
  type ReceiverOptions,
} from '@screening-webhooks/core';
import {
  logOutcomes,
  screeningTelemetry,
  type TelemetryOptions,
} from '@screening-webhooks/opentelemetry';
import pino from 'pino';
import type { Effort } from '../measure/effort.js';
import { inTurns } from '../measure/rounds.js';
import type { Row } from '../measure/row.js';
import { rowsOf, secondRun } from '../measure/rows-of.js';
import { deliveryOfSize, secret, toDelivery } from './delivery-of-size.js';

const ROUNDS = { rounds: 40, warmUp: 5 };
const DELIVERIES = 500;
const NOTHING = 'no observer';

const emptyStore: DedupeStore = {
  claim: () => 'acquired',
  extend: () => true,
  commit: () => true,
  release: () => true,
};
const options: ReceiverOptions = { secret, dedupe: emptyStore, handlers: { '*': () => {} } };

interface Variant {
  readonly receiver: Receiver;
  /** Whether the app has registered an SDK. */
  readonly hasSdk: boolean;
}

const success = { code: 0 };

/**
 * A delivery of 1 KB through the whole pipeline without an observer, with the log, with telemetry but no SDK, and with an
 * SDK whose exporters discard everything. The store and the handler do nothing, so that the share of the observer is as large
 * as possible. Elapsed times.
 */
export async function observerSubject(effort: Effort): Promise<readonly Row[]> {
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
  const variants = variantsWith({ tracerProvider, meterProvider });
  const delivery = await tracedDelivery();
  try {
    const names = [...variants.keys(), secondRun(NOTHING)];
    const times = await inTurns(effort, names, ROUNDS, (name) =>
      microsEach(variants.get(name.replace(secondRun(''), '')), delivery),
    );
    return rowsOf({ subject: 'observer', contest: '1 KB' }, times, NOTHING);
  } finally {
    await tracerProvider.shutdown();
    await meterProvider.shutdown();
  }
}

function variantsWith(sdk: TelemetryOptions): ReadonlyMap<string, Variant> {
  const observe = logOutcomes(pino({}, { write: () => {} }));
  const { observe: observeMetrics } = screeningTelemetry(sdk);
  const without = (receiver: Receiver): Variant => ({ receiver, hasSdk: false });
  const withSdk = (receiver: Receiver): Variant => ({ receiver, hasSdk: true });
  return new Map([
    [NOTHING, without(createReceiver(options))],
    ['logOutcomes, pino', without(createReceiver({ ...options, observe }))],
    ['telemetry, no SDK', without(screeningTelemetry().createReceiver(options))],
    ['metrics alone, SDK', withSdk(createReceiver({ ...options, observe: observeMetrics }))],
    ['telemetry, SDK', withSdk(screeningTelemetry(sdk).createReceiver(options))],
  ]);
}

async function tracedDelivery(): Promise<Delivery> {
  const delivery = toDelivery(await deliveryOfSize(1024));
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  return {
    ...delivery,
    header: (name) => (name === 'traceparent' ? traceparent : delivery.header(name)),
  };
}

// An app with an SDK registers these once. Rounds without an SDK run without them.
function startContext(): () => void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return () => {
    context.disable();
    propagation.disable();
  };
}

async function microsEach(variant: Variant | undefined, delivery: Delivery): Promise<number> {
  const stop = variant?.hasSdk ? startContext() : () => {};
  const start = performance.now();
  for (let sent = 0; sent < DELIVERIES; sent += 1) {
    const ack = await variant?.receiver.receive(delivery);
    if (ack?.status !== 200) throw new Error(`The receiver answered ${ack?.status}.`);
  }
  const spent = performance.now() - start;
  stop();
  return (spent / DELIVERIES) * 1000;
}
