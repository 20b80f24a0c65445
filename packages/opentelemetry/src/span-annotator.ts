import { context, SpanKind, type Tracer } from '@opentelemetry/api';
import type { Observation } from '@screening-webhooks/core';
import {
  attribute,
  knownType,
  messageAttributes,
  outcomeAttributes,
  outcomeErrorType,
} from './attributes.js';
import { currentDelivery, type DeliveryTrace } from './delivery-tracer.js';
import { endSpan } from './end-span.js';
import type { ErrorClassifier } from './error-classifier.js';

/** Creates a function that adds an observation to the span of its delivery. A late outcome gets a separate span. */
export function spanAnnotator(
  tracer: Tracer,
  endpoint: string,
  errorType: ErrorClassifier,
): (observation: Observation) => void {
  return (observation) => {
    const delivery = currentDelivery();
    if (!delivery) return;
    if (observation.late) addSettleSpan(delivery, observation);
    else setEventAttributes(delivery, observation);
  };

  // The delivery span ended with the ack, and the process span with the handler. This span records whether the claim was settled.
  function addSettleSpan({ processSpan }: DeliveryTrace, { outcome, event }: Observation): void {
    const span = tracer.startSpan(
      `settle ${endpoint}`,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          ...(event && messageAttributes('settle', endpoint, event)),
          ...outcomeAttributes(outcome),
        },
        links: processSpan ? [{ context: processSpan }] : [],
      },
      context.active(),
    );
    endSpan(span, outcomeErrorType(outcome, errorType));
  }
}

function setEventAttributes(
  { span }: DeliveryTrace,
  { event, bodyBytes, secretIndex }: Observation,
): void {
  if (event) {
    span.setAttribute(attribute.eventId, event.id);
    span.setAttribute(attribute.eventType, knownType(event));
  }
  if (bodyBytes !== undefined) span.setAttribute(attribute.bodySize, bodyBytes);
  if (secretIndex !== undefined) span.setAttribute(attribute.secretIndex, secretIndex);
}
