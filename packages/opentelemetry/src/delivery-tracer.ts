import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  propagation,
  type Span,
  type SpanContext,
  SpanKind,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Ack, Delivery } from '@screening-webhooks/core';
import { attribute, knownMethod, outcomeAttributes, outcomeErrorType } from './attributes.js';
import { endSpan } from './end-span.js';
import type { ErrorClassifier } from './error-classifier.js';
import { ignoreErrors } from './ignore-errors.js';

/** The trace of the current delivery. The active context carries it to the handler and the observer. */
export interface DeliveryTrace {
  readonly span: Span;
  /** The span of the handler, once it has started. */
  processSpan?: SpanContext;
  /** Whether the loss of its claim has been counted. */
  leaseLossCounted?: boolean;
}

/** Options of {@link deliveryTracer}. */
export interface DeliveryTracerOptions {
  readonly endpoint: string;
  /** `http.route`. */
  readonly route: string | undefined;
  /** Whether a trace in the request's headers becomes the parent or a link. */
  readonly incomingTrace: 'parent' | 'link';
}

/** Calls `receive` in the context of a delivery span. */
export type TraceDelivery = (delivery: Delivery, receive: () => Promise<Ack>) => Promise<Ack>;

const DELIVERY_KEY = createContextKey('@screening-webhooks/opentelemetry delivery');

// Only propagators read the headers, and only the extracted values become part of a trace.
const headerGetter: TextMapGetter<Delivery> = {
  get: (delivery, name) => delivery.header(name.toLowerCase()) ?? undefined,
  keys: () => [],
};

/** The trace of the current delivery. Undefined without a context manager, and in inbox workers. */
export function currentDelivery(): DeliveryTrace | undefined {
  const value = context.active().getValue(DELIVERY_KEY);
  return isDeliveryTrace(value) ? value : undefined;
}

function isDeliveryTrace(value: unknown): value is DeliveryTrace {
  return typeof value === 'object' && value !== null && 'span' in value;
}

/** Creates a span for each delivery, from its arrival to its ack. The result or error of `receive` is passed through. */
export function deliveryTracer(
  tracer: Tracer,
  options: DeliveryTracerOptions,
  errorType: ErrorClassifier,
): TraceDelivery {
  return async (delivery, receive) => {
    const started = ignoreErrors(() => startSpan(tracer, delivery, options));
    if (!started) return receive();
    const { deliveryTrace, spanContext, isServerSpan } = started;
    try {
      const ack = await context.with(spanContext, receive);
      ignoreErrors(() => endDeliverySpan(deliveryTrace, ack, isServerSpan, errorType));
      return ack;
    } catch (error) {
      // The body is gone. The framework responds with a status that is not known here.
      ignoreErrors(() => endSpan(deliveryTrace.span, errorType(error)));
      throw error;
    }
  };
}

interface StartedSpan {
  readonly deliveryTrace: DeliveryTrace;
  readonly spanContext: Context;
  readonly isServerSpan: boolean;
}

function startSpan(
  tracer: Tracer,
  delivery: Delivery,
  options: DeliveryTracerOptions,
): StartedSpan {
  const { endpoint, route, incomingTrace } = options;
  const active = context.active();
  // If there is a span, an instrumented framework has started the server span and read the headers.
  const isServerSpan = !hasSpan(active);
  const incoming = isServerSpan ? propagation.extract(active, delivery, headerGetter) : active;
  const linkToIncoming = isServerSpan && incomingTrace === 'link';
  const linked = linkToIncoming ? trace.getSpanContext(incoming) : undefined;
  // A linked trace must not pass on its baggage either, so `incoming` is not used.
  const parent = incomingTrace === 'link' ? active : incoming;

  const method = knownMethod(delivery.method);
  const attributes: Attributes = { [attribute.destination]: endpoint };
  if (isServerSpan) attributes[attribute.method] = method;
  if (isServerSpan && route !== undefined) attributes[attribute.route] = route;
  const serverName = route === undefined ? method : `${method} ${route}`;
  const span = tracer.startSpan(
    isServerSpan ? serverName : `receive ${endpoint}`,
    {
      kind: isServerSpan ? SpanKind.SERVER : SpanKind.INTERNAL,
      attributes,
      links: linked ? [{ context: linked }] : [],
    },
    parent,
  );
  const deliveryTrace: DeliveryTrace = { span };
  const spanContext = trace.setSpan(parent, span).setValue(DELIVERY_KEY, deliveryTrace);
  return { deliveryTrace, spanContext, isServerSpan };
}

function hasSpan(active: Context): boolean {
  const span = trace.getSpanContext(active);
  return span !== undefined && isSpanContextValid(span);
}

function endDeliverySpan(
  { span, processSpan }: DeliveryTrace,
  ack: Ack,
  isServerSpan: boolean,
  errorType: ErrorClassifier,
): void {
  const { outcome } = ack;
  span.setAttributes(outcomeAttributes(outcome));
  if (isServerSpan) span.setAttribute(attribute.status, ack.status);
  if (outcome.kind === 'timed_out' && processSpan) span.addLink({ context: processSpan });
  endSpan(span, outcomeErrorType(outcome, errorType));
}
