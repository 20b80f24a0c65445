import { context, type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { EventEnvelope, HandlerContext } from '@screening-webhooks/core';
import { messageAttributes } from './attributes.js';
import { currentDelivery } from './delivery-span.js';
import { endSpan } from './end-span.js';
import { type ErrorType, isLeaseLost } from './error-type.js';
import { quietly } from './quietly.js';
import type { Recorder } from './recorder.js';
import type { RememberedSpans } from './remembered-spans.js';

/** What it takes to trace handlers. */
export interface HandlerTracing {
  readonly tracer: Tracer;
  readonly endpoint: string;
  readonly recorder: Recorder;
  readonly errorType: ErrorType;
  readonly accepted: RememberedSpans;
}

/**
 * Handlers that run inside of a `process` span, so that what they do is traced below it. They return and throw what they
 * did before. What is no function is left for the receiver to refuse.
 */
export function tracedHandlers<H extends object>(handlers: H, tracing: HandlerTracing): H {
  const traced = Object.entries(handlers ?? {}).map(([type, handler]) => [
    type,
    isHandler(handler) ? tracedHandler(handler, tracing) : handler,
  ]);
  // The same keys, each with a function of the same parameters: TypeScript cannot follow that through entries.
  return Object.fromEntries(traced) as H;
}

type AnyHandler = (event: EventEnvelope, context: HandlerContext) => unknown;

function isHandler(value: unknown): value is AnyHandler {
  return typeof value === 'function';
}

function tracedHandler(handler: AnyHandler, tracing: HandlerTracing): AnyHandler {
  return async (event, handlerContext) => {
    const span = quietly(() => startSpan(event, tracing));
    const within = span ? trace.setSpan(context.active(), span) : context.active();
    const ignoreLease = onLeaseLost(handlerContext.signal, tracing.recorder);
    const started = performance.now();
    const ended = (failure?: string): void => {
      const seconds = (performance.now() - started) / 1000;
      ignoreLease();
      quietly(() => tracing.recorder.handled(event, seconds, failure));
      quietly(() => span && endSpan(span, failure));
    };
    try {
      await context.with(within, () => handler(event, handlerContext));
    } catch (error) {
      ended(tracing.errorType(error));
      throw error;
    }
    ended();
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
  if (delivery) delivery.processing = span.spanContext();
  return span;
}

function onLeaseLost(signal: AbortSignal, recorder: Recorder): () => void {
  // Now: the listener runs in the context of whoever aborts.
  const delivery = currentDelivery();
  const listener = (): void => {
    if (!isLeaseLost(signal.reason)) return;
    if (delivery) delivery.leaseLost = true;
    quietly(() => recorder.leaseLost());
  };
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
