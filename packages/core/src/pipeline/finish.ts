import type { Outcome } from '../outcome/outcome.js';
import type { DeliveryContext } from './delivery-context.js';
import { observe } from './observer.js';
import type { VerifierSettings } from './settings.js';

/** Stops the deadline of a delivery and observes how it ended. */
export function finish<Ended extends Outcome, Framework>(
  outcome: Ended,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): Ended {
  context.stopDeadline();
  observe(context, settings, outcome, { late: false });
  return outcome;
}
