import { expired } from '../async/deadline.js';
import type { HeldClaim } from '../dedupe/held-claim.js';
import type { TimedOut } from '../outcome/outcome.js';
import type { DeliveryContext } from './delivery-context.js';
import { observe } from './finish.js';
import type { InFlight } from './in-flight.js';
import type { ReceiverSettings } from './settings.js';
import type { WorkOutcome } from './settle.js';

/**
 * The outcome of the work, or `timed_out` at the ack deadline. The work then goes on under its claim, and is observed when
 * it ends.
 */
export async function answerInTime<Framework>(
  working: Promise<WorkOutcome>,
  claim: HeldClaim,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<WorkOutcome | TimedOut> {
  inFlight.handlerStarted(claim);
  context.waitUntil(working);
  claim.startRenewalIfDueBefore(context.deadline.at);
  const outcome = await context.deadline.race(working);
  if (outcome === expired) {
    claim.startRenewal();
    void observeLate(working, claim, context, settings, inFlight);
    return { kind: 'timed_out', retryAfter: settings.times.lease / 1000 };
  }
  inFlight.handlerEnded(claim);
  return outcome;
}

async function observeLate<Framework>(
  working: Promise<WorkOutcome>,
  claim: HeldClaim,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<void> {
  inFlight.begin();
  const outcome = await working;
  inFlight.handlerEnded(claim);
  observe(context, settings, outcome, { late: true });
  inFlight.end();
}
