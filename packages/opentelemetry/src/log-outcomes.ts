import { context, isSpanContextValid, trace } from '@opentelemetry/api';
import {
  type Observation,
  type Observer,
  type Outcome,
  RetryLater,
} from '@screening-webhooks/core';
import { knownType } from './attributes.js';
import { type ErrorClassifier, errorClassifier } from './error-classifier.js';
import { ignoreErrors } from './ignore-errors.js';
import { signatureAge } from './signature-age.js';

/** The methods of a structured logger such as pino. */
export interface OutcomeLogger {
  info(fields: object, message: string): unknown;
  warn(fields: object, message: string): unknown;
  error(fields: object, message: string): unknown;
}

const levels: Readonly<Record<Outcome['kind'], keyof OutcomeLogger>> = {
  processed: 'info',
  accepted: 'info',
  duplicate: 'info',
  ignored: 'info',
  in_progress: 'info',
  discarded: 'warn',
  rejected: 'warn',
  timed_out: 'warn',
  failed: 'error',
  unavailable: 'error',
};

/**
 * Logs one line for each outcome, with fields from an allow-list: the event's id and type, and its outcome; for `failed` and
 * `unavailable` also the message and stack of the error. Of a body that is refused, the event's id is `unverifiedEventId`. Other
 * parts of the body and headers are never logged. With an active span, the line has `trace_id` and `span_id`.
 *
 * @throws TypeError for a logger without `info`, `warn` and `error`.
 * @example
 * createReceiver({ secret, handlers, observe: logOutcomes(pino()) });
 */
export function logOutcomes(logger: OutcomeLogger): Observer {
  for (const level of ['info', 'warn', 'error'] as const) {
    if (typeof logger?.[level] !== 'function') {
      throw new TypeError(
        `logger: expected a logger, but ${level} is missing. Pass pino(), or an object with info, warn and error, each (fields, message) => void.`,
      );
    }
  }
  const errorType = errorClassifier();
  return (observation) => {
    const { kind } = observation.outcome;
    logger[levels[kind]](fieldsOf(observation, errorType), `screening webhook ${kind}`);
  };
}

function fieldsOf(observation: Observation, errorType: ErrorClassifier): object {
  const { outcome, late, event, unverifiedEventId, durationMs } = observation;
  const ageSeconds = signatureAge(observation);
  const error = 'error' in outcome ? outcome.error : undefined;
  return {
    outcome: outcome.kind,
    ...(outcome.kind === 'rejected' && { code: outcome.rejection.code }),
    ...(outcome.kind === 'unavailable' && { reason: outcome.reason }),
    ...(error !== undefined && { errorType: errorType(error) }),
    ...(isOwnFault(outcome) && errorFields(error)),
    ...(late && { late }),
    ...(event && { eventId: event.id, eventType: knownType(event) }),
    ...(unverifiedEventId !== undefined && { unverifiedEventId }),
    ...(ageSeconds !== undefined && { ageSeconds }),
    ...(observation.secretIndex !== undefined && { secretIndex: observation.secretIndex }),
    ...(observation.bodyBytes !== undefined && { bodyBytes: observation.bodyBytes }),
    durationMs,
    ...traceFields(),
  };
}

// The field names of OpenTelemetry's log correlation, which pino's instrumentation also uses.
function traceFields(): object {
  const span = trace.getSpanContext(context.active());
  return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

function isOwnFault({ kind }: Outcome): boolean {
  return kind === 'failed' || kind === 'unavailable';
}

function errorFields(error: unknown): object {
  // A thrown value may be a revoked proxy, which `instanceof` cannot look at.
  const fields = ignoreErrors(() => {
    // RetryLater is a request of the handler, not a fault.
    if (!(error instanceof Error) || error instanceof RetryLater) return {};
    return { errorMessage: error.message, ...(error.stack && { errorStack: error.stack }) };
  });
  return fields ?? {};
}
