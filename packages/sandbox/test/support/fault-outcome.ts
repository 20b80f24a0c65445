import type { Fault } from '@screening-webhooks/testing/faults';

/** What an attempt with a fault comes to, at a receiver that is made with this toolkit (service tables 2.5, right column). */
export interface FaultOutcome {
  /** Its requests: its own, and those that the fault adds. */
  readonly requests: number;
  /** The statuses that a request may be answered with. None: no answer is taken. */
  readonly statuses: readonly number[];
  /** The code of its error, where no answer is taken. */
  readonly error?: string;
  /** How many events may have been handled before it is retried. */
  readonly handled: readonly number[];
  /** How many must have been handled in the end. A typed handler is not called for an event of another type. */
  readonly handledInTheEnd: number;
}

const acked: FaultOutcome = { requests: 1, statuses: [200], handled: [1], handledInTheEnd: 1 };
const refused = (...statuses: readonly number[]): FaultOutcome => ({
  ...acked,
  statuses,
  handled: [0],
});
const unanswered = (error: string, ...handled: readonly number[]): FaultOutcome => ({
  ...acked,
  statuses: [],
  error,
  handled,
});

/** The kinds whose outcome is none of the two that all others have: acked at once, or refused with their own status. */
const ofKind: Readonly<Record<string, FaultOutcome>> = {
  duplicate: { ...acked, requests: 2 },
  duplicate_concurrent: { ...acked, requests: 2, statuses: [200, 409] },
  burst: { ...acked, requests: 10, handled: [10], handledInTheEnd: 10 },
  unknown_type: { ...acked, handled: [0], handledInTheEnd: 0 },
  abort_mid_body: unanswered('cut_off', 0),
  disconnect_before_response: unanswered('cut_off', 0, 1),
  client_timeout: unanswered('timeout', 1),
  oversized: refused(413),
  gzip: refused(415),
  // The frameworks answer it where the route is for POST only.
  method_get: refused(404, 405),
  method_put: refused(404, 405),
};

export function faultOutcome({ kind, refusal }: Fault): FaultOutcome {
  return ofKind[kind] ?? (refusal ? refused(refusal.status) : acked);
}
