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
export type TestSdk = ReturnType<typeof testSdk>;

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
export function testSdk() {
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
    /** As options of `screeningTelemetry`. */
    providers: { tracerProvider, meterProvider },
    /** Ended spans, in the order in which they ended. */
    spans: (): ReadableSpan[] => exporter.getFinishedSpans(),
    /** The only span with this name. Throws if there are none or several. */
    span(name: string): ReadableSpan {
      const found = exporter.getFinishedSpans().filter((span) => span.name === name);
      const [only] = found;
      if (!only || found.length > 1) {
        const names = exporter.getFinishedSpans().map((span) => span.name);
        throw new Error(`Expected one span named ${name}, got: ${names.join(', ')}`);
      }
      return only;
    },
    /** Collects and returns each metric that has a value. */
    metrics,
    /** Collects and returns the data points of a metric: attributes, and the number or the histogram's count and sum. */
    async points(name: string): Promise<{ attributes: Record<string, unknown>; value: unknown }[]> {
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
