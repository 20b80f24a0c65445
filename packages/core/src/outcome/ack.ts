import { RawBodyUnavailableError } from '../errors/errors.js';
import type { Outcome } from './outcome.js';
import { statusByRejection } from './rejection.js';

/** Every status that a delivery can be answered with. */
export type AckStatus = 200 | 202 | 400 | 401 | 403 | 405 | 409 | 413 | 415 | 422 | 500 | 503;

/** The HTTP answer. Its body names the outcome and, for a rejection, the code; it never says more. */
export interface Ack {
  readonly status: AckStatus;
  /** Lower-case names. The transport sets `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, ASCII. */
  readonly body: string;
  readonly outcome: Outcome;
}

// A second less than a week.
const LONGEST_RETRY_AFTER = 604_799;

// A 2xx says that the event is safe; the service retries everything else (spec section 6). Never 410, because senders
// disable endpoints on it, and never 3xx.
const statusByOutcome: Readonly<Record<Exclude<Outcome['kind'], 'rejected'>, AckStatus>> = {
  processed: 200,
  accepted: 202,
  duplicate: 200,
  ignored: 200,
  discarded: 200,
  in_progress: 409,
  timed_out: 503,
  failed: 500,
  unavailable: 503,
};

/** The ack of an outcome, by one total table. */
export function toAck(outcome: Outcome): Ack {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const retryAfter = 'retryAfter' in outcome ? outcome.retryAfter : undefined;
  if (retryAfter !== undefined) headers['retry-after'] = wholeSeconds(retryAfter);

  // Kinds and codes are plain ASCII words, so nothing needs escaping.
  if (outcome.kind === 'rejected') {
    const { code } = outcome.rejection;
    if (code === 'method_not_allowed') headers['allow'] = 'POST';
    const body = `{"outcome":"rejected","code":"${code}"}`;
    return { status: statusByRejection[code], headers, body, outcome };
  }

  const retryLater = outcome.kind === 'failed' && retryAfter !== undefined;
  const status = retryLater ? statusByOutcome.unavailable : statusByOutcome[outcome.kind];
  return { status, headers, body: `{"outcome":"${outcome.kind}"}`, outcome };
}

// A value outside of this range comes from an error object or a store, and tells the sender nothing.
function wholeSeconds(seconds: unknown): string {
  const inRange = typeof seconds === 'number' && seconds >= 0 && seconds < LONGEST_RETRY_AFTER;
  return String(inRange ? Math.ceil(seconds) : LONGEST_RETRY_AFTER);
}

/**
 * The ack of a delivery. Only a raw body that is gone is thrown: the framework's error handling, which the app's
 * developers watch, answers it with 500.
 *
 * @throws RawBodyUnavailableError
 */
export function ackFor(outcome: Outcome): Ack {
  if (outcome.kind === 'failed' && outcome.error instanceof RawBodyUnavailableError) {
    throw outcome.error;
  }
  return toAck(outcome);
}
