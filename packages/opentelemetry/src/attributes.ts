import type { Attributes } from '@opentelemetry/api';
import { type EventEnvelope, eventTypes, type Outcome } from '@screening-webhooks/core';
import { type ErrorClassifier, OTHER } from './error-classifier.js';

/**
 * The allow-list of all attributes, on spans and metrics. From the body, only the event's id and type are recorded. Headers,
 * queries, secrets and error messages are never recorded. Metrics omit the id, because it would create a series per event.
 */
export const attribute = {
  method: 'http.request.method',
  status: 'http.response.status_code',
  route: 'http.route',
  errorType: 'error.type',
  system: 'messaging.system',
  destination: 'messaging.destination.name',
  operationName: 'messaging.operation.name',
  operationType: 'messaging.operation.type',
  eventId: 'messaging.message.id',
  bodySize: 'messaging.message.body.size',
  eventType: 'screening_webhooks.event.type',
  outcome: 'screening_webhooks.outcome',
  rejectionCode: 'screening_webhooks.rejection.code',
  unavailableReason: 'screening_webhooks.unavailable.reason',
  secretIndex: 'screening_webhooks.secret.index',
} as const;

/** The value of `messaging.system`. */
export const MESSAGING_SYSTEM = 'screening_webhooks';

// https://opentelemetry.io/docs/specs/semconv/http/http-spans/: any other method is _OTHER, because the sender chooses it.
const HTTP_METHODS = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'TRACE',
]);

/** The method if it is a standard one, otherwise `_OTHER`. */
export function knownMethod(method: string): string {
  return HTTP_METHODS.has(method) ? method : OTHER;
}

/** The event's type if the specification defines it, otherwise `_OTHER`. */
export function knownType({ type }: EventEnvelope): string {
  return eventTypes.has(type) ? type : OTHER;
}

/** The outcome, and its rejection code or reason. All values are from closed lists. */
export function outcomeAttributes(outcome: Outcome): Attributes {
  const attributes: Attributes = { [attribute.outcome]: outcome.kind };
  if (outcome.kind === 'rejected') attributes[attribute.rejectionCode] = outcome.rejection.code;
  if (outcome.kind === 'unavailable') attributes[attribute.unavailableReason] = outcome.reason;
  return attributes;
}

/** The `error.type` of an outcome that is the receiver's fault (5xx in HTTP); undefined for all others. */
export function outcomeErrorType(outcome: Outcome, errorType: ErrorClassifier): string | undefined {
  if (outcome.kind === 'failed') return errorType(outcome.error);
  return outcome.kind === 'unavailable' || outcome.kind === 'timed_out' ? outcome.kind : undefined;
}

/** The attributes of a messaging span. */
export function messageAttributes(
  operation: 'process' | 'settle',
  endpoint: string,
  event: EventEnvelope,
): Attributes {
  return {
    [attribute.system]: MESSAGING_SYSTEM,
    [attribute.destination]: endpoint,
    [attribute.operationName]: operation,
    [attribute.operationType]: operation,
    [attribute.eventId]: event.id,
    [attribute.eventType]: knownType(event),
  };
}
