import type { EventEnvelope } from '../events/webhook-event.js';
import type { Outcome } from '../outcome/outcome.js';

/**
 * Sees every outcome, after the ack is decided. An error that it throws or rejects with changes nothing.
 *
 * @example
 * observe: ({ outcome, event }) => log.info({ outcome: outcome.kind, eventId: event?.id })
 */
export interface Observer<Framework = unknown> {
  (observation: Observation<Framework>): unknown;
  /** Called when `drain` of the receiver ends: writes what the observer holds back. An error that it throws changes nothing. */
  readonly flush?: (() => unknown) | undefined;
}

/** How a delivery ended, and what is known of it. */
export interface Observation<Framework = unknown> {
  readonly outcome: Outcome;
  /** True for work that ended after its ack was `timed_out`. It is the second observation of that delivery. */
  readonly late: boolean;
  /** Set once the event was verified and belongs here. */
  readonly event?: EventEnvelope | undefined;
  /**
   * The event id in a body that is refused for its signature or its time, to find the delivery in the sender's history. Anyone
   * may have written it. At most 100 characters of printable ASCII, `?` in place of any other. Undefined for a body without
   * an event, or of more than 64 KiB.
   */
  readonly unverifiedEventId?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Milliseconds from arrival to this outcome. */
  readonly durationMs: number;
  /** `t` of a genuine signature, in Unix seconds. */
  readonly timestamp?: number | undefined;
  /** The index of the secret that signed the delivery. Remove an old secret when no delivery has its index any more. */
  readonly secretIndex?: number | undefined;
  /** Size of the raw body. */
  readonly bodyBytes?: number | undefined;
  /** The error of the platform's `waitUntil`, which threw or rejected: the platform may end a handler that outlasts its answer. */
  readonly waitUntilError?: unknown;
  /** The `framework` of the handlers, if there is one. It is not enumerable, so a log of the observation contains no request. */
  readonly framework?: Framework | undefined;
}
