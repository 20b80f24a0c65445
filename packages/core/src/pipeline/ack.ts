import type { Outcome } from './outcome.js';
import type { RejectionCode } from './rejection.js';

/** Every status that a delivery can be answered with. */
export type AckStatus = 200 | 202 | 400 | 401 | 403 | 405 | 409 | 413 | 415 | 422 | 500 | 503;

/** The HTTP answer. Its body names the outcome and, for a rejection, the code; it never says more. */
export interface Ack {
  readonly status: AckStatus;
  /** Lower-case names. `content-length` is the transport's to set. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, ASCII. */
  readonly body: string;
  readonly outcome: Outcome;
}

// A 2xx says that the event is safe; the service retries everything else (spec section 6). Never 410, on which senders
// disable endpoints, and never 3xx.
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

const statusByRejection: Readonly<Record<RejectionCode, AckStatus>> = {
  method_not_allowed: 405,
  unsupported_media_type: 415,
  unsupported_encoding: 415,
  body_too_large: 413,
  body_incomplete: 400,
  signature_header_missing: 400,
  signature_header_malformed: 400,
  timestamp_missing: 400,
  signature_missing: 400,
  signature_mismatch: 401,
  timestamp_too_old: 400,
  timestamp_in_future: 400,
  event_malformed: 400,
  data_invalid: 422,
  wrong_integration: 403,
};

/** The ack of an outcome: one total table. */
export function toAck(outcome: Outcome): Ack {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const retryAfter = 'retryAfter' in outcome ? outcome.retryAfter : undefined;
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(retryAfter));

  // Kinds and codes are words of ours: nothing in them needs escaping.
  if (outcome.kind === 'rejected') {
    const { code } = outcome.rejection;
    if (code === 'method_not_allowed') headers['allow'] = 'POST';
    const body = `{"outcome":"rejected","code":"${code}"}`;
    return { status: statusByRejection[code], headers, body, outcome };
  }

  const asked = outcome.kind === 'failed' && retryAfter !== undefined;
  const status = asked ? statusByOutcome.unavailable : statusByOutcome[outcome.kind];
  return { status, headers, body: `{"outcome":"${outcome.kind}"}`, outcome };
}
