import type { EventEnvelope } from './events/webhook-event.js';
import type { Outcome } from './pipeline/outcome.js';

/**
 * Sees every outcome, after the ack is decided. What it throws, and what it rejects with, changes nothing.
 *
 * @example
 * observe: ({ outcome, event }) => log.info({ outcome: outcome.kind, eventId: event?.id })
 */
export type Observer = (observation: Observation) => unknown;

/** What is known of a delivery when it ends. */
export interface Observation {
  readonly outcome: Outcome;
  /** True for work that ended after its ack was `timed_out`: the same delivery is then observed a second time. */
  readonly late: boolean;
  /** Set once the event was verified and belongs here. */
  readonly event?: EventEnvelope;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Milliseconds from arrival to this outcome. */
  readonly durationMs: number;
  /** `t` of a genuine signature, in Unix seconds. */
  readonly timestamp?: number;
  /** Which secret signed the delivery: 0 is the first. Once the last one is no longer seen, it can go. */
  readonly secretIndex?: number;
  /** Size of the raw body. */
  readonly bodyBytes?: number;
}

/** Calls an observer so that nothing it does reaches the delivery. */
export function notify(observer: Observer, observation: Observation): void {
  try {
    // The promise of an async observer is nobody's to await: without a catch, its rejection would end the process.
    Promise.resolve(observer(observation)).catch(() => {});
  } catch {
    // Documented: an observer changes nothing.
  }
}
