import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api';
import {
  type createReceiver,
  LeaseLostError,
  type MaybePromise,
  type Observer,
} from '@screening-webhooks/core';
import { checkNames, type OptionNames } from '@screening-webhooks/core/store-kit';
import { currentDelivery, deliveryTracer } from './delivery-tracer.js';
import { errorClassifier } from './error-classifier.js';
import { ignoreErrors } from './ignore-errors.js';
import { createRecorder } from './recorder.js';
import { spanAnnotator } from './span-annotator.js';
import { spanCache } from './span-cache.js';
import { tracedReceiver } from './traced-receiver.js';

/** Options of {@link screeningTelemetry}. */
export interface TelemetryOptions {
  /** Names the endpoint on every span and metric, as `messaging.destination.name`. Default `screening-webhooks`. */
  readonly endpoint?: string | undefined;
  /** The route's template, such as `/webhooks/screening`: `http.route` of the server spans that this package starts. */
  readonly route?: string | undefined;
  /**
   * Whether to continue the trace in the request's headers, or to start a new trace that links to it. The headers are read
   * before the signature is verified, so any sender can choose the trace. Not used below a server span that the framework's
   * instrumentation has started. Default `parent`.
   */
  readonly incomingTrace?: 'parent' | 'link' | undefined;
  /** Returns the number of stored events that have not been processed. Called at each collection; if it fails, the last value remains. */
  readonly inboxDepth?: (() => MaybePromise<number>) | undefined;
  /** Default: the global tracer provider of `@opentelemetry/api`. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Default: the global meter provider of `@opentelemetry/api`. */
  readonly meterProvider?: MeterProvider | undefined;
}

/** Spans and metrics of one endpoint. */
export interface ScreeningTelemetry {
  /**
   * The core's `createReceiver`, with spans and metrics. Works with every adapter, with `receiver.fetch`, and with inbox
   * workers that call `receiver.dispatch`.
   */
  readonly createReceiver: typeof createReceiver;
  /** Records metrics only, for `verifyWebhook` and `createVerifier`. It replaces their console lines. */
  readonly observe: Observer;
}

const optionNames: OptionNames<TelemetryOptions> = {
  endpoint: true,
  route: true,
  incomingTrace: true,
  inboxDepth: true,
  tracerProvider: true,
  meterProvider: true,
};

const SCOPE_NAME = '@screening-webhooks/opentelemetry';
/** The version in package.json. */
const SCOPE_VERSION = '0.1.0';

/**
 * Creates spans and metrics for a receiver, through `@opentelemetry/api`. Without an SDK, they are discarded. Errors in the
 * SDK do not affect deliveries. Call it once for each endpoint, after the SDK has started.
 *
 * @throws TypeError for an invalid option; the message names the option and the fix.
 * @example
 * const { createReceiver } = screeningTelemetry();
 * app.post('/webhooks/screening', webhook(createReceiver({ secret, handlers })));
 */
export function screeningTelemetry(options: TelemetryOptions = {}): ScreeningTelemetry {
  checkNames(options, optionNames, 'screeningTelemetry');
  const { endpoint = 'screening-webhooks', incomingTrace = 'parent', route, inboxDepth } = options;
  checkOptions({ ...options, endpoint, incomingTrace });
  const tracer = (options.tracerProvider ?? trace).getTracer(SCOPE_NAME, SCOPE_VERSION);
  const meter = (options.meterProvider ?? metrics).getMeter(SCOPE_NAME, SCOPE_VERSION);
  const errorType = errorClassifier();
  const accepted = spanCache();
  const recorder = createRecorder(meter, endpoint, errorType, inboxDepth);
  const annotateSpan = spanAnnotator(tracer, endpoint, errorType);

  const observe: Observer = (observation) => {
    const { outcome } = observation;
    ignoreErrors(() => recorder.recordObservation(observation));
    ignoreErrors(() => annotateSpan(observation));
    // A loss that aborted the handler was counted at that time.
    const lost = outcome.kind === 'unavailable' && outcome.error instanceof LeaseLostError;
    if (lost && !currentDelivery()?.leaseLossCounted) {
      ignoreErrors(() => recorder.recordLeaseLoss());
    }
  };

  return {
    createReceiver: tracedReceiver({
      observe,
      accepted,
      recorder,
      handlerTracing: { tracer, endpoint, recorder, errorType, accepted },
      traceDelivery: deliveryTracer(tracer, { endpoint, route, incomingTrace }, errorType),
    }),
    observe,
  };
}

function checkOptions({ endpoint, route, incomingTrace, inboxDepth }: TelemetryOptions): void {
  for (const [option, value] of Object.entries({ endpoint, route })) {
    if (value !== undefined && (typeof value !== 'string' || value === '')) {
      throw new TypeError(`${option}: expected a non-empty string, or omit it.`);
    }
  }
  if (incomingTrace !== 'parent' && incomingTrace !== 'link') {
    throw new TypeError("incomingTrace: expected 'parent' or 'link'. Omit it to use 'parent'.");
  }
  if (inboxDepth !== undefined && typeof inboxDepth !== 'function') {
    throw new TypeError(
      'inboxDepth: expected a function that returns the number of stored events, such as () => queue.count().',
    );
  }
}
