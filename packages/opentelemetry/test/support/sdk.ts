import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { onTestFinished } from 'vitest';

/** An SDK that keeps spans and metrics in memory. */
export interface TestSdk {
  /** As options of `screeningTelemetry`. */
  readonly providers: {
    readonly tracerProvider: BasicTracerProvider;
    readonly meterProvider: MeterProvider;
  };
  /** Ended spans, in the order in which they ended. */
  readonly spans: () => ReadableSpan[];
  /** The only span with this name. Throws if there are none or several. */
  readonly span: (name: string) => ReadableSpan;
  /** Collects and returns each metric that has a value. */
  readonly metrics: () => Promise<MetricData[]>;
  /** Collects and returns the data points of a metric: attributes, and the number or the histogram's count and sum. */
  readonly points: (name: string) => Promise<Point[]>;
}

/** A data point of a metric. */
interface Point {
  readonly attributes: Record<string, unknown>;
  readonly value: unknown;
}

/** Sets the global context manager and propagators, as an app does at start, for one test. */
export function startContext(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(
    new CompositePropagator({
      propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
    }),
  );
  onTestFinished(() => {
    context.disable();
    propagation.disable();
  });
}

/** Creates the providers of one test. */
export function testSdk(): TestSdk {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 3_600_000,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });
  onTestFinished(async () => {
    await meterProvider.shutdown();
    await tracerProvider.shutdown();
  });

  async function metrics(): Promise<MetricData[]> {
    metricExporter.reset();
    await reader.forceFlush();
    return metricExporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  }

  return {
    providers: { tracerProvider, meterProvider },
    spans: () => exporter.getFinishedSpans(),
    span(name) {
      const found = exporter.getFinishedSpans().filter((span) => span.name === name);
      const [only] = found;
      if (!only || found.length > 1) {
        const names = exporter.getFinishedSpans().map((span) => span.name);
        throw new Error(`Expected one span named ${name}, got: ${names.join(', ')}`);
      }
      return only;
    },
    metrics,
    async points(name) {
      const metric = (await metrics()).find(({ descriptor }) => descriptor.name === name);
      return (metric?.dataPoints ?? []).map(({ attributes, value }) => ({
        attributes,
        value:
          typeof value === 'object' && 'sum' in value
            ? { count: value.count, sum: value.sum }
            : value,
      }));
    },
  };
}
