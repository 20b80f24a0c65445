import { expired } from '../async/deadline.js';
import type { HeldClaim } from '../dedupe/held-claim.js';
import { LeaseLostError } from '../errors/errors.js';
import { withSource } from '../events/parse-event.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { AnyHandler } from '../handlers/route.js';
import { type HandlerOutcome, runHandler } from '../handlers/run-handler.js';
import { unavailable } from '../outcome/ended.js';
import type { TimedOut, Unavailable } from '../outcome/outcome.js';
import { ClaimContext } from './claim-context.js';
import type { DeliveryContext } from './delivery-context.js';
import { observe } from './finish.js';
import type { InFlight } from './in-flight.js';
import type { ReceiverSettings } from './settings.js';

/** How the work on an event ended: its handler, and the commit of its claim. */
type WorkOutcome = HandlerOutcome | Unavailable;

/**
 * Runs the handler under its claim, and ends the claim as the handler ended. `timed_out` at the ack deadline: the work then
 * continues under its claim, and is observed when it ends.
 */
export async function dispatch<Framework>(
  handler: AnyHandler,
  event: EventEnvelope,
  claim: HeldClaim,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<WorkOutcome | TimedOut> {
  // The drain may have ended while the store answered.
  if (inFlight.stopped) {
    void context.waitUntil(claim.release());
    return unavailable('draining');
  }
  inFlight.handlerStarted(claim);
  const working = runUnderClaim(handler, event, claim, context);
  void context.waitUntil(working);
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

/**
 * Never rejects. A failed commit is not a failed handler: the effect has happened. So the claim is then left to its lease,
 * never released, and the answer makes the sender retry.
 */
async function runUnderClaim<Framework>(
  handler: AnyHandler,
  event: EventEnvelope,
  claim: HeldClaim,
  context: DeliveryContext<Framework>,
): Promise<WorkOutcome> {
  const handlerContext = new ClaimContext(claim, context.framework);
  const outcome = await runHandler(handler, withSource(event), handlerContext);
  if (outcome.kind === 'failed') {
    // Not awaited: a store that hangs must not delay the answer. The lease ends on its own.
    void context.waitUntil(claim.release());
    return outcome;
  }
  const committed = await claim.commit();
  if (committed === 'committed') return outcome;
  return unavailable(
    'dedupe',
    committed === 'lost'
      ? new LeaseLostError('The lease was lost before the handler ended.')
      : committed.error,
  );
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
