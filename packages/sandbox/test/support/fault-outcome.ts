import type { Fault } from '@screening-webhooks/testing/faults';

/** The result of an attempt with a fault, at a receiver made with this toolkit (service tables 2.5, right column). */
export interface FaultOutcome {
  /** The number of requests, including those that the fault adds. */
  readonly requests: number;
  /** The possible statuses of the answers. Empty if no answer is accepted. */
  readonly statuses: readonly number[];
  /** The error code, if no answer is accepted. */
  readonly error?: string;
  /** The possible numbers of handled events before the retry. */
  readonly handled: readonly number[];
  /** The final number of handled events. A typed handler is not called for an event of another type. */
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

/** The kinds with special outcomes. All others are acked at once, or refused with their own status. */
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
  // The frameworks answer it if the route is only for POST.
  method_get: refused(404, 405),
  method_put: refused(404, 405),
};

export function faultOutcome({ kind, refusal }: Fault): FaultOutcome {
  return ofKind[kind] ?? (refusal ? refused(refusal.status) : acked);
}
