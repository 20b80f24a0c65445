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
import {
  attribute,
  knownType,
  MESSAGING_SYSTEM,
  outcomeAttributes,
  outcomeErrorType,
} from './attributes.js';
import type { ErrorClassifier } from './error-classifier.js';
import { type Metric, metrics } from './metric-table.js';
import { signatureAge } from './signature-age.js';

/** Records the metrics of one endpoint. */
export interface Recorder {
  recordObservation(observation: Observation): void;
  recordDispatch(event: EventEnvelope, outcome: DispatchOutcome): void;
  /**
   * @param seconds The duration of the handler.
   * @param errorType The `error.type` of the error that it threw.
   */
  recordHandler(event: EventEnvelope, seconds: number, errorType: string | undefined): void;
  recordLeaseLoss(): void;
}

/** @param endpoint The `messaging.destination.name` of every metric. */
export function createRecorder(
  meter: Meter,
  endpoint: string,
  errorType: ErrorClassifier,
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
  const base: Attributes = { [attribute.destination]: endpoint };

  if (inboxDepth) {
    meter
      .createObservableGauge(metrics.inboxDepth.name, optionsOf(metrics.inboxDepth))
      .addCallback(async (result) => {
        try {
          result.observe(await inboxDepth(), base);
        } catch {
          // Not passed to the SDK, which would log the error: it may contain a connection string with a password.
        }
      });
  }

  return {
    recordObservation(observation) {
      const { outcome, late, event, durationMs, secretIndex, timestamp } = observation;
      const attributes: Attributes = { ...base, ...outcomeAttributes(outcome) };
      if (event) attributes[attribute.eventType] = knownType(event);
      const outcomeError = outcomeErrorType(outcome, errorType);
      if (outcomeError !== undefined) attributes[attribute.errorType] = outcomeError;
      // The ack and the signature of this delivery have been counted.
      if (late) return lateOutcomes.add(1, attributes);

      deliveries.add(1, attributes);
      ackDuration.record(durationMs / 1000, { ...base, [attribute.outcome]: outcome.kind });
      const age = signatureAge(observation);
      if (age !== undefined) clockSkew.record(age, base);
      if (timestamp === undefined || age === undefined) return;
      // A histogram accepts no negative values; the gauge shows them.
      deliveryAge.record(Math.max(0, age), base);
      secretUses.add(1, { ...base, [attribute.secretIndex]: secretIndex });
    },
    recordDispatch(event, outcome) {
      const outcomeError = outcomeErrorType(outcome, errorType);
      dispatches.add(1, {
        ...base,
        ...outcomeAttributes(outcome),
        [attribute.eventType]: knownType(event),
        ...(outcomeError !== undefined && { [attribute.errorType]: outcomeError }),
      });
    },
    recordHandler(event, seconds, handlerError) {
      processDuration.record(seconds, {
        ...base,
        [attribute.system]: MESSAGING_SYSTEM,
        [attribute.operationName]: 'process',
        [attribute.eventType]: knownType(event),
        ...(handlerError !== undefined && { [attribute.errorType]: handlerError }),
      });
    },
    recordLeaseLoss: () => leaseLosses.add(1, base),
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
