import type { EventEnvelope } from '../events/webhook-event.js';
import type { Outcome } from '../outcome/outcome.js';
import type { DeliveryContext } from './delivery-context.js';
import type { VerifierSettings } from './settings.js';

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

/** Tells the observer how a delivery ended. Nothing that it throws, or rejects with, reaches the delivery. */
export function observe<Framework>(
  { facts, receivedAt }: DeliveryContext<Framework>,
  { observe: observer, now }: Pick<VerifierSettings<Framework>, 'observe' | 'now'>,
  outcome: Outcome,
  { late }: { readonly late: boolean },
): void {
  if (!observer) return;
  try {
    const durationMs = now() - receivedAt;
    const observed = observer({ ...facts, outcome, late, receivedAt, durationMs });
    // Without a catch, the rejection of an async observer would end the process.
    Promise.resolve(observed).catch(() => {});
  } catch {
    // Documented: an observer changes nothing.
  }
}
