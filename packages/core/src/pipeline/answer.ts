import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import { notify } from '../observer.js';
import type { VerifierSettings } from '../settings.js';
import { type Ack, toAck } from './ack.js';
import { type Arrival, arrive } from './arrival.js';
import type { Delivery, ReceiveContext } from './delivery.js';
import type { Outcome } from './outcome.js';
import type { Trusted } from './trust.js';

/** A pipeline ends in an outcome, or passes on a trusted event that needs no answer from us. */
type Pipeline<Framework, Passed> = (
  arrival: Arrival<Framework>,
  onLateOutcome: (outcome: Outcome) => void,
) => Promise<Outcome | Passed>;

/**
 * Runs a pipeline for one delivery, observes its outcome and turns it into the ack. A delivery always gets an answer:
 * what throws unexpectedly (an adapter's `header`, say) is a 500, which the sender retries. Only a raw body that is gone
 * goes on to the framework, whose error handling the app's developers watch.
 */
export async function answer<Framework, Passed extends Trusted>(
  delivery: Delivery,
  context: ReceiveContext<Framework> | undefined,
  settings: VerifierSettings<Framework>,
  pipeline: Pipeline<Framework, Passed>,
): Promise<Ack | Passed> {
  const arrival = arrive(delivery, context, settings);
  const observe = (outcome: Outcome, late: boolean): void => {
    if (!settings.observe) return;
    const { facts, receivedAt } = arrival;
    const durationMs = settings.now() - receivedAt;
    notify(settings.observe, { ...facts, outcome, late, receivedAt, durationMs });
  };

  let outcome: Outcome | Passed;
  try {
    outcome = await pipeline(arrival, (late) => observe(late, true));
  } catch (error) {
    outcome = { kind: 'failed', error };
  } finally {
    arrival.deadline.clear();
  }
  if (outcome.kind === 'trusted') return outcome;

  observe(outcome, false);
  if (outcome.kind === 'failed' && outcome.error instanceof RawBodyUnavailableError) {
    throw outcome.error;
  }
  return toAck(outcome);
}
