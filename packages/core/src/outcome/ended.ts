import type {
  Failed,
  InProgress,
  Outcome,
  Rejected,
  Unavailable,
  UnavailableReason,
} from './outcome.js';
import type { Rejection } from './rejection.js';

// The sender's first retry comes after a minute (spec section 6): a shorter time would change nothing.
const RETRY_AFTER_OUTAGE = 60;

/** True for the outcome that ends a delivery, where a stage gives either that or its value. */
export function ended<Answer>(answer: Answer): answer is Extract<Answer, Outcome> {
  return typeof answer === 'object' && answer !== null && 'kind' in answer;
}

export function rejected(rejection: Rejection): Rejected {
  return { kind: 'rejected', rejection };
}

/** The outcome when the adapter's part of a delivery throws: its `header`, its `readBody`, its framework object. */
export function unreadable(error: unknown): Failed {
  return { kind: 'failed', reading: true, error };
}

/** @param busyForMs Milliseconds after which the other claim ends at the latest. */
export function inProgress(busyForMs: number): InProgress {
  return { kind: 'in_progress', retryAfter: Math.max(1, busyForMs / 1000) };
}

export function unavailable(reason: UnavailableReason, error?: unknown): Unavailable {
  return { kind: 'unavailable', reason, error, retryAfter: RETRY_AFTER_OUTAGE };
}
