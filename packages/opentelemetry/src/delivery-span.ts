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
import { attribute, failureOf, knownMethod, outcomeAttributes } from './attributes.js';
import { endSpan } from './end-span.js';
import type { ErrorType } from './error-type.js';
import { quietly } from './quietly.js';

/** A delivery under way, for what happens inside of it: it travels in the context. */
export interface DeliveryTrace {
  readonly span: Span;
  /** The span of its handler, once that runs. */
  processing?: SpanContext;
  /** Whether the loss of its claim was counted. */
  leaseLost?: boolean;
}

/** How the spans of deliveries are to be. */
export interface DeliverySpanOptions {
  readonly endpoint: string;
  /** `http.route`. */
  readonly route: string | undefined;
  /** What becomes of a trace that the sender names. */
  readonly incomingTrace: 'parent' | 'link';
}

const KEY = createContextKey('@screening-webhooks/opentelemetry delivery');

// Only for the propagators: what they read of the headers, and nothing else, comes into a trace.
const headers: TextMapGetter<Delivery> = {
  get: (delivery, name) => delivery.header(name.toLowerCase()) ?? undefined,
  keys: () => [],
};

/** The delivery that is under way here. Undefined without a context manager, and in inbox workers. */
export function currentDelivery(): DeliveryTrace | undefined {
  const value = context.active().getValue(KEY);
  return isDeliveryTrace(value) ? value : undefined;
}

function isDeliveryTrace(value: unknown): value is DeliveryTrace {
  return typeof value === 'object' && value !== null && 'span' in value;
}

/** Wraps the taking of a delivery into a span, from its arrival to its ack. Changes nothing of what `take` gives or throws. */
export function deliverySpans(
  tracer: Tracer,
  options: DeliverySpanOptions,
  errorType: ErrorType,
): (delivery: Delivery, take: () => Promise<Ack>) => Promise<Ack> {
  return async (delivery, take) => {
    const started = quietly(() => start(tracer, delivery, options));
    if (!started) return take();
    const { trace: under, within } = started;
    try {
      const ack = await context.with(within, take);
      quietly(() => end(under, ack, started.server, errorType));
      return ack;
    } catch (error) {
      // A body that is gone: the framework answers, with a status that is not ours to know.
      quietly(() => endSpan(under.span, errorType(error)));
      throw error;
    }
  };
}

interface Started {
  readonly trace: DeliveryTrace;
  readonly within: Context;
  readonly server: boolean;
}

function start(tracer: Tracer, delivery: Delivery, options: DeliverySpanOptions): Started {
  const { endpoint, route, incomingTrace } = options;
  const active = context.active();
  // An instrumented framework has opened the server span, and has read the headers: ours goes below it.
  const server = !hasSpan(active);
  const incoming = server ? propagation.extract(active, delivery, headers) : active;
  const linked = server && incomingTrace === 'link' ? trace.getSpanContext(incoming) : undefined;
  // Without the baggage of a stranger, too.
  const parent = incomingTrace === 'link' ? active : incoming;

  const method = knownMethod(delivery.method);
  const attributes: Attributes = { [attribute.destination]: endpoint };
  if (server) attributes[attribute.method] = method;
  if (server && route !== undefined) attributes[attribute.route] = route;
  const httpName = route === undefined ? method : `${method} ${route}`;
  const span = tracer.startSpan(
    server ? httpName : `receive ${endpoint}`,
    {
      kind: server ? SpanKind.SERVER : SpanKind.INTERNAL,
      attributes,
      links: linked ? [{ context: linked }] : [],
    },
    parent,
  );
  const under: DeliveryTrace = { span };
  return { trace: under, within: trace.setSpan(parent, span).setValue(KEY, under), server };
}

function hasSpan(within: Context): boolean {
  const span = trace.getSpanContext(within);
  return span !== undefined && isSpanContextValid(span);
}

function end(
  { span, processing }: DeliveryTrace,
  ack: Ack,
  server: boolean,
  type: ErrorType,
): void {
  const { outcome } = ack;
  span.setAttributes(outcomeAttributes(outcome));
  if (server) span.setAttribute(attribute.status, ack.status);
  if (outcome.kind === 'timed_out' && processing) span.addLink({ context: processing });
  endSpan(span, failureOf(outcome, type));
}
