import type {
  Attributes,
  Counter,
  Gauge,
  Histogram,
  Meter,
  MetricOptions,
} from '@opentelemetry/api';
import type {
  DispatchOutcome,
  EventEnvelope,
  MaybePromise,
  Observation,
} from '@screening-webhooks/core';
import { attribute, failureOf, knownType, outcomeAttributes, SYSTEM } from './attributes.js';
import type { ErrorType } from './error-type.js';
import { type Metric, metrics } from './metric-table.js';
import { signedAgo } from './signed-ago.js';

/** Writes the metrics of one endpoint. */
export interface Recorder {
  observed(observation: Observation): void;
  dispatched(event: EventEnvelope, outcome: DispatchOutcome): void;
  /** @param seconds How long the handler ran. @param failure `error.type` of what it threw. */
  handled(event: EventEnvelope, seconds: number, failure: string | undefined): void;
  leaseLost(): void;
}

/** @param endpoint `messaging.destination.name` of every metric. */
export function recorder(
  meter: Meter,
  endpoint: string,
  errorType: ErrorType,
  inboxDepth: (() => MaybePromise<number>) | undefined,
): Recorder {
  const deliveries = counter(meter, metrics.deliveries);
  const lateOutcomes = counter(meter, metrics.lateOutcomes);
  const secretUses = counter(meter, metrics.secretUses);
  const leaseLosses = counter(meter, metrics.leaseLosses);
  const dispatches = counter(meter, metrics.dispatches);
  const ackDuration = histogram(meter, metrics.ackDuration);
  const deliveryAge = histogram(meter, metrics.deliveryAge);
  const processDuration = histogram(meter, metrics.processDuration);
  const clockSkew: Gauge = meter.createGauge(metrics.clockSkew.name, optionsOf(metrics.clockSkew));
  const here: Attributes = { [attribute.destination]: endpoint };

  if (inboxDepth) {
    meter
      .createObservableGauge(metrics.inboxDepth.name, optionsOf(metrics.inboxDepth))
      .addCallback(async (result) => {
        try {
          result.observe(await inboxDepth(), here);
        } catch {
          // The SDK would log the error, which may name the server and its password.
        }
      });
  }

  return {
    observed(observation) {
      const { outcome, late, event, durationMs, secretIndex, timestamp } = observation;
      const ended: Attributes = { ...here, ...outcomeAttributes(outcome) };
      if (event) ended[attribute.eventType] = knownType(event);
      const failure = failureOf(outcome, errorType);
      if (failure !== undefined) ended[attribute.errorType] = failure;
      // The same delivery a second time: its ack and its signature are counted.
      if (late) return lateOutcomes.add(1, ended);

      deliveries.add(1, ended);
      ackDuration.record(durationMs / 1000, { ...here, [attribute.outcome]: outcome.kind });
      const age = signedAgo(observation);
      if (age !== undefined) clockSkew.record(age, here);
      if (timestamp === undefined || age === undefined) return;
      // A histogram takes nothing below zero; what is there is the gauge's to show.
      deliveryAge.record(Math.max(0, age), here);
      secretUses.add(1, { ...here, [attribute.secretIndex]: secretIndex });
    },
    dispatched(event, outcome) {
      const ended = { ...here, ...outcomeAttributes(outcome) };
      const failure = failureOf(outcome, errorType);
      dispatches.add(1, {
        ...ended,
        [attribute.eventType]: knownType(event),
        ...(failure !== undefined && { [attribute.errorType]: failure }),
      });
    },
    handled(event, seconds, failure) {
      processDuration.record(seconds, {
        ...here,
        [attribute.system]: SYSTEM,
        [attribute.operationName]: 'process',
        [attribute.eventType]: knownType(event),
        ...(failure !== undefined && { [attribute.errorType]: failure }),
      });
    },
    leaseLost: () => leaseLosses.add(1, here),
  };
}

function counter(meter: Meter, metric: Metric): Counter {
  return meter.createCounter(metric.name, optionsOf(metric));
}

function histogram(meter: Meter, metric: Metric): Histogram {
  return meter.createHistogram(metric.name, optionsOf(metric));
}

function optionsOf({ unit, description, boundaries }: Metric): MetricOptions {
  return {
    unit,
    description,
    ...(boundaries && { advice: { explicitBucketBoundaries: boundaries } }),
  };
}
