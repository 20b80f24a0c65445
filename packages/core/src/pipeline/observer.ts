import { readClock } from '../async/read-clock.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { Outcome } from '../outcome/outcome.js';
import type { DeliveryContext } from './delivery-context.js';
import type { VerifierSettings } from './settings.js';

/**
 * Sees every outcome, after the ack is decided. An error that it throws or rejects with changes nothing.
 *
 * @example
 * observe: ({ outcome, event }) => log.info({ outcome: outcome.kind, eventId: event?.id })
 */
export type Observer = (observation: Observation) => unknown;

/** How a delivery ended, and what is known of it. */
export interface Observation {
  readonly outcome: Outcome;
  /** True for work that ended after its ack was `timed_out`. It is the second observation of that delivery. */
  readonly late: boolean;
  /** Set once the event was verified and belongs here. */
  readonly event?: EventEnvelope;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Milliseconds from arrival to this outcome. */
  readonly durationMs: number;
  /** `t` of a genuine signature, in Unix seconds. */
  readonly timestamp?: number;
  /** The index of the secret that signed the delivery. Once an old secret is no longer seen, it can be removed. */
  readonly secretIndex?: number;
  /** Size of the raw body. */
  readonly bodyBytes?: number;
}

/** Tells the observer how a delivery ended. Nothing that it throws, or rejects with, reaches the delivery. */
export function observe<Framework>(
  { facts, receivedAt }: DeliveryContext<Framework>,
  { observe: observer, now }: Pick<VerifierSettings<Framework>, 'observe' | 'now'>,
  outcome: Outcome,
  { late }: { readonly late: boolean },
): void {
  if (!observer) return;
  try {
    // A copy: an observer must not be able to change the answer.
    const copy =
      outcome.kind === 'rejected'
        ? { ...outcome, rejection: { ...outcome.rejection } }
        : { ...outcome };
    const durationMs = durationSince(receivedAt, now);
    const observed = observer({ ...facts, outcome: copy, late, receivedAt, durationMs });
    // Without a catch, the rejection of an async observer would end the process.
    Promise.resolve(observed).catch(() => {});
  } catch {
    // Documented: an observer changes nothing.
  }
}

// A broken clock must not hide the outcome that names it.
function durationSince(receivedAt: number, now: () => number): number {
  try {
    return Math.max(0, readClock(now) - receivedAt);
  } catch {
    return 0;
  }
}
