import { codePage } from '../errors/code-page.js';
import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import { RetryLater } from '../errors/retry-later.js';
import { likelyCause } from '../outcome/likely-causes.js';
import type { Outcome } from '../outcome/outcome.js';
import { type Rejection, type RejectionCode, statusByRejection } from '../outcome/rejection.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// The codes of a request without a signature. Every scanner of the internet causes them, and none is a delivery.
const unsigned: ReadonlySet<RejectionCode> = new Set<RejectionCode>([
  'method_not_allowed',
  'unsupported_media_type',
  'unsupported_encoding',
  'signature_header_missing',
]);

/** One line for the console. */
export interface ConsoleLine {
  readonly level: 'error' | 'warn';
  /**
   * The event, and what the sender does next. It has nothing of the delivery's content, so it is also the line's kind, and
   * kinds are few.
   */
  readonly text: string;
  /** Milliseconds in which at most one line of the kind is written. */
  readonly interval: number;
  readonly error?: unknown;
}

/** The line for an outcome; undefined for one that needs nobody's attention. */
export function consoleLine(outcome: Outcome, late: boolean): ConsoleLine | undefined {
  switch (outcome.kind) {
    case 'failed':
      // The framework's error handling reports it.
      if (outcome.error instanceof RawBodyUnavailableError) return undefined;
      if (outcome.error instanceof RetryLater) return warning('The handler asked for a retry.');
      return failure(
        late
          ? 'The handler failed after the ack deadline. The sender has been told to retry.'
          : 'The handler failed. The sender retries.',
        outcome.error,
      );
    case 'unavailable':
      return outcome.reason === 'draining'
        ? warning('Refused while draining.')
        : failure(`unavailable: ${outcome.reason}. The sender retries.`, outcome.error);
    case 'timed_out':
      return warning('The handler outlasts the ack deadline and goes on. The sender retries.');
    case 'discarded':
      return warning('The handler discarded the event. It is not retried.', outcome.error);
    case 'processed':
      return late ? warning('The handler ended after the ack deadline.') : undefined;
    case 'rejected':
      return rejection(outcome.rejection);
  }
  return undefined;
}

/** Whether the console observer has a line for the outcome. */
export function isReported(outcome: Outcome, late: boolean): boolean {
  return consoleLine(outcome, late) !== undefined;
}

function failure(text: string, error: unknown): ConsoleLine {
  return { level: 'error', text, interval: SECOND, error };
}

function warning(text: string, error?: unknown): ConsoleLine {
  return { level: 'warn', text, interval: SECOND, error };
}

function rejection({ code, reason }: Rejection): ConsoleLine {
  const text = `rejected: ${code} (${statusByRejection[code]}). ${explain(code, reason)}`;
  return { level: 'warn', text, interval: unsigned.has(code) ? HOUR : MINUTE };
}

function explain(code: RejectionCode, reason: Rejection['reason']): string {
  if (reason === 'no_secret') {
    return 'The secret resolver found no secret (no_secret): an unknown tenant, or the variable or binding that it reads is not set.';
  }
  const next =
    code === 'signature_mismatch'
      ? 'Diagnose: npx @screening-webhooks/cli verify --help'
      : `See ${codePage(code)}`;
  return `${likelyCause(code)} ${next}`;
}
