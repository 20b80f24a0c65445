import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api';
import type { createReceiver, MaybePromise, Observer } from '@screening-webhooks/core';
import { currentDelivery, deliverySpans } from './delivery-span.js';
import { errorTypes, isLeaseLost } from './error-type.js';
import { observedSpans } from './observed-spans.js';
import { quietly } from './quietly.js';
import { recorder } from './recorder.js';
import { rememberedSpans } from './remembered-spans.js';
import { tracedReceiver } from './traced-receiver.js';

/** Options of {@link screeningTelemetry}. */
export interface TelemetryOptions {
  /** Names the endpoint on every span and metric, as `messaging.destination.name`. Default `screening-webhooks`. */
  readonly endpoint?: string;
  /** The route's template, as `http.route` of the server spans that we open: `/webhooks/screening`. */
  readonly route?: string;
  /**
   * A trace that the request names, where no instrumentation of the framework has read it: continue it, or start a new one
   * that links to it. Whoever sends a request chooses its trace before its signature is known. Default `parent`.
   */
  readonly incomingTrace?: 'parent' | 'link';
  /** How many events are stored and not processed yet. Asked at each collection; what it throws leaves the last value standing. */
  readonly inboxDepth?: () => MaybePromise<number>;
  /** Default: the global one of `@opentelemetry/api`. */
  readonly tracerProvider?: TracerProvider;
  /** Default: the global one of `@opentelemetry/api`. */
  readonly meterProvider?: MeterProvider;
}

/** Spans and metrics of one endpoint. */
export interface ScreeningTelemetry {
  /**
   * `createReceiver` of the core, with spans and metrics: for every adapter, `receiver.fetch`, and inbox workers that are
   * given `receiver.dispatch`.
   */
  readonly createReceiver: typeof createReceiver;
  /** The metrics alone: for `verifyWebhook` and `createVerifier`. */
  readonly observe: Observer;
}

const NAME = '@screening-webhooks/opentelemetry';
/** That of package.json. */
const VERSION = '0.1.0';

/**
 * Spans and metrics of a receiver, through `@opentelemetry/api`: without an SDK they go nowhere. What fails in an SDK
 * changes nothing for a delivery. Call it once for each endpoint, after the SDK was started.
 *
 * @throws TypeError for a malformed option, naming the option and the cure.
 * @example
 * const { createReceiver } = screeningTelemetry();
 * app.post('/webhooks/screening', webhook(createReceiver({ secret, handlers })));
 */
export function screeningTelemetry(options: TelemetryOptions = {}): ScreeningTelemetry {
  const { endpoint = 'screening-webhooks', incomingTrace = 'parent', route, inboxDepth } = options;
  checkOptions({ ...options, endpoint, incomingTrace });
  const tracer = (options.tracerProvider ?? trace).getTracer(NAME, VERSION);
  const meter = (options.meterProvider ?? metrics).getMeter(NAME, VERSION);
  const errorType = errorTypes();
  const accepted = rememberedSpans();
  const record = recorder(meter, endpoint, errorType, inboxDepth);
  const annotate = observedSpans(tracer, endpoint, errorType);

  const observe: Observer = (observation) => {
    const { outcome } = observation;
    quietly(() => record.observed(observation));
    quietly(() => annotate(observation));
    // A loss that aborted the handler was counted then.
    const lost = outcome.kind === 'unavailable' && isLeaseLost(outcome.error);
    if (lost && !currentDelivery()?.leaseLost) quietly(() => record.leaseLost());
  };

  return {
    createReceiver: tracedReceiver({
      observe,
      accepted,
      recorder: record,
      handling: { tracer, endpoint, recorder: record, errorType, accepted },
      around: deliverySpans(tracer, { endpoint, route, incomingTrace }, errorType),
    }),
    observe,
  };
}

function checkOptions({ endpoint, route, incomingTrace, inboxDepth }: TelemetryOptions): void {
  for (const [option, value] of Object.entries({ endpoint, route })) {
    if (value !== undefined && (typeof value !== 'string' || value === '')) {
      throw new TypeError(`${option}: expected a non-empty string. Leave it out if there is none.`);
    }
  }
  if (incomingTrace !== 'parent' && incomingTrace !== 'link') {
    throw new TypeError("incomingTrace: expected 'parent' or 'link'. Leave it out for 'parent'.");
  }
  if (inboxDepth !== undefined && typeof inboxDepth !== 'function') {
    throw new TypeError(
      'inboxDepth: expected a function that gives the number of stored events: () => queue.count().',
    );
  }
}
