import { context, type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { type EventEnvelope, type HandlerContext, LeaseLostError } from '@screening-webhooks/core';
import { messageAttributes } from './attributes.js';
import { currentDelivery } from './delivery-tracer.js';
import { endSpan } from './end-span.js';
import type { ErrorClassifier } from './error-classifier.js';
import { ignoreErrors } from './ignore-errors.js';
import type { Recorder } from './recorder.js';
import type { SpanCache } from './span-cache.js';

/** The dependencies of {@link tracedHandlers}. */
export interface HandlerTracing {
  readonly tracer: Tracer;
  readonly endpoint: string;
  readonly recorder: Recorder;
  readonly errorType: ErrorClassifier;
  /** The deliveries that stored an event in the inbox. */
  readonly accepted: SpanCache;
}

/**
 * Wraps handlers so that each runs inside a `process` span. Errors pass through unchanged. A value that is not a function
 * passes through too; the receiver rejects it.
 */
export function tracedHandlers<H extends object>(handlers: H, tracing: HandlerTracing): H {
  const traced = Object.entries(handlers ?? {}).map(([type, handler]) => [
    type,
    isHandler(handler) ? tracedHandler(handler, tracing) : handler,
  ]);
  // The keys and the parameters of each function are unchanged, which TypeScript cannot infer from entries.
  return Object.fromEntries(traced) as H;
}

type AnyHandler = (event: EventEnvelope, context: HandlerContext) => unknown;

function isHandler(value: unknown): value is AnyHandler {
  return typeof value === 'function';
}

function tracedHandler(handler: AnyHandler, tracing: HandlerTracing): AnyHandler {
  return async (event, handlerContext) => {
    const span = ignoreErrors(() => startSpan(event, tracing));
    const spanContext = span ? trace.setSpan(context.active(), span) : context.active();
    const stopWatching = watchLease(handlerContext.signal, tracing.recorder);
    const start = performance.now();
    const finish = (errorType?: string): void => {
      const seconds = (performance.now() - start) / 1000;
      stopWatching();
      ignoreErrors(() => tracing.recorder.recordHandler(event, seconds, errorType));
      ignoreErrors(() => span && endSpan(span, errorType));
    };
    try {
      await context.with(spanContext, () => handler(event, handlerContext));
    } catch (error) {
      finish(tracing.errorType(error));
      throw error;
    }
    finish();
  };
}

// https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/: a message that is pushed over HTTP has a process
// span below the server span. In an inbox worker, it links to the delivery that stored the event.
function startSpan(event: EventEnvelope, { tracer, endpoint, accepted }: HandlerTracing): Span {
  const span = tracer.startSpan(`process ${endpoint}`, {
    kind: SpanKind.CONSUMER,
    attributes: messageAttributes('process', endpoint, event),
    links: accepted.linksTo(event.id),
  });
  const delivery = currentDelivery();
  if (delivery) delivery.processSpan = span.spanContext();
  return span;
}

/** Counts a lost lease when it aborts the handler. Returns a function that removes the listener. */
function watchLease(signal: AbortSignal, recorder: Recorder): () => void {
  // Looked up here, because the listener runs in the context of the code that aborts.
  const delivery = currentDelivery();
  const listener = (): void => {
    if (!(signal.reason instanceof LeaseLostError)) return;
    if (delivery) delivery.leaseLossCounted = true;
    ignoreErrors(() => recorder.recordLeaseLoss());
  };
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
