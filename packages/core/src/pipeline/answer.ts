import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import { notify } from '../observer.js';
import type { VerifierSettings } from '../settings.js';
import { type Ack, toAck } from './ack.js';
import { type Arrival, arrive, type Passage } from './arrival.js';
import type { Delivery, ReceiveContext } from './delivery.js';
import type { Outcome } from './outcome.js';
import type { Trusted } from './trust.js';

/** A pipeline ends in an outcome, or passes on a trusted event that needs no answer from us. */
type Pipeline<Passed> = (onLateOutcome: (outcome: Outcome) => void) => Promise<Outcome | Passed>;

/**
 * Runs a pipeline for one delivery, and turns its outcome into the ack. A delivery always gets an answer: what throws
 * unexpectedly (an adapter's `header`, say) is a 500, which the sender retries. Only a raw body that is gone goes on to the
 * framework, whose error handling the app's developers watch.
 */
export async function answer<Framework, Passed extends Trusted>(
  delivery: Delivery,
  context: ReceiveContext<Framework> | undefined,
  settings: VerifierSettings<Framework>,
  pipeline: (
    arrival: Arrival<Framework>,
    ...rest: Parameters<Pipeline<Passed>>
  ) => Promise<Outcome | Passed>,
): Promise<Ack | Passed> {
  const arrival = arrive(delivery, context, settings);
  const outcome = await conclude<Framework, Passed>(arrival, settings, (onLateOutcome) =>
    pipeline(arrival, onLateOutcome),
  );
  if (outcome.kind === 'trusted') return outcome;
  if (outcome.kind === 'failed' && outcome.error instanceof RawBodyUnavailableError) {
    throw outcome.error;
  }
  return toAck(outcome);
}

/** Runs a pipeline and observes its outcome. Never rejects: what throws unexpectedly is `failed`. */
export async function conclude<Framework, Passed extends Trusted>(
  { facts, receivedAt, deadline }: Passage<Framework>,
  settings: VerifierSettings<Framework>,
  pipeline: Pipeline<Passed>,
): Promise<Outcome | Passed> {
  const observe = (outcome: Outcome, late: boolean): void => {
    if (!settings.observe) return;
    const durationMs = settings.now() - receivedAt;
    notify(settings.observe, { ...facts, outcome, late, receivedAt, durationMs });
  };

  let outcome: Outcome | Passed;
  try {
    outcome = await pipeline((late) => observe(late, true));
  } catch (error) {
    outcome = { kind: 'failed', error };
  } finally {
    deadline.clear();
  }
  if (outcome.kind !== 'trusted') observe(outcome, false);
  return outcome;
}
