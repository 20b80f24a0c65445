import { context, SpanKind, type Tracer } from '@opentelemetry/api';
import type { Observation } from '@screening-webhooks/core';
import {
  attribute,
  failureOf,
  knownType,
  messageAttributes,
  outcomeAttributes,
} from './attributes.js';
import { currentDelivery, type DeliveryTrace } from './delivery-span.js';
import { endSpan } from './end-span.js';
import type { ErrorType } from './error-type.js';

/** Puts what an observation knows onto the span of its delivery; a late outcome becomes a span of its own. */
export function observedSpans(
  tracer: Tracer,
  endpoint: string,
  errorType: ErrorType,
): (observation: Observation) => void {
  return (observation) => {
    const delivery = currentDelivery();
    if (!delivery) return;
    if (observation.late) settled(delivery, observation);
    else describe(delivery, observation);
  };

  // The delivery's span has ended with its ack, and the handler's with the handler: what became of the claim is told here.
  function settled({ processing }: DeliveryTrace, { outcome, event }: Observation): void {
    const span = tracer.startSpan(
      `settle ${endpoint}`,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          ...(event && messageAttributes('settle', endpoint, event)),
          ...outcomeAttributes(outcome),
        },
        links: processing ? [{ context: processing }] : [],
      },
      context.active(),
    );
    endSpan(span, failureOf(outcome, errorType));
  }
}

function describe({ span }: DeliveryTrace, { event, bodyBytes, secretIndex }: Observation): void {
  if (event) {
    span.setAttribute(attribute.eventId, event.id);
    span.setAttribute(attribute.eventType, knownType(event));
  }
  if (bodyBytes !== undefined) span.setAttribute(attribute.bodySize, bodyBytes);
  if (secretIndex !== undefined) span.setAttribute(attribute.secretIndex, secretIndex);
}
