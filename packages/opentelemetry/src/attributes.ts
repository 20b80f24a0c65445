import type { Attributes } from '@opentelemetry/api';
import { type EventEnvelope, eventTypes, type Outcome } from '@screening-webhooks/core';
import { type ErrorType, OTHER } from './error-type.js';

/**
 * Every attribute of this package, on spans and metrics: the allow-list. Nothing of a body but the event's id and type,
 * no header, no query, no secret, no message of an error. The id is on spans alone: it would be a metric per event.
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

/** `messaging.system`. */
export const SYSTEM = 'screening_webhooks';

// https://opentelemetry.io/docs/specs/semconv/http/http-spans/: any other is _OTHER, since a stranger chooses it.
const METHODS = new Set([
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

/** A method of HTTP, or `_OTHER`. */
export function knownMethod(method: string): string {
  return METHODS.has(method) ? method : OTHER;
}

/** A type of the specification, or `_OTHER`. */
export function knownType({ type }: EventEnvelope): string {
  return eventTypes.has(type) ? type : OTHER;
}

/** How it ended and why, from closed lists. */
export function outcomeAttributes(outcome: Outcome): Attributes {
  const attributes: Attributes = { [attribute.outcome]: outcome.kind };
  if (outcome.kind === 'rejected') attributes[attribute.rejectionCode] = outcome.rejection.code;
  if (outcome.kind === 'unavailable') attributes[attribute.unavailableReason] = outcome.reason;
  return attributes;
}

/** `error.type` of an outcome that is an error of ours: what HTTP calls 5xx. Undefined for all others. */
export function failureOf(outcome: Outcome, errorType: ErrorType): string | undefined {
  if (outcome.kind === 'failed') return errorType(outcome.error);
  return outcome.kind === 'unavailable' || outcome.kind === 'timed_out' ? outcome.kind : undefined;
}

/** Attributes of a messaging span. */
export function messageAttributes(
  operation: 'process' | 'settle',
  endpoint: string,
  event: EventEnvelope,
): Attributes {
  return {
    [attribute.system]: SYSTEM,
    [attribute.destination]: endpoint,
    [attribute.operationName]: operation,
    [attribute.operationType]: operation,
    [attribute.eventId]: event.id,
    [attribute.eventType]: knownType(event),
  };
}
