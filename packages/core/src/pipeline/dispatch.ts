import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { HeldClaim } from '../dedupe/held-claim.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import { withSource } from '../events/with-source.js';
import type { AnyHandler } from '../handlers/route.js';
import { runHandler } from '../handlers/run-handler.js';
import { type Outcome, unavailable } from '../outcome/outcome.js';
import { answerInTime } from './answer-in-time.js';
import { ClaimContext } from './claim-context.js';
import type { DeliveryContext } from './delivery-context.js';
import type { InFlight } from './in-flight.js';
import type { ReceiverSettings } from './settings.js';
import { settle } from './settle.js';

/** Runs the handler under its claim, and ends the claim as the handler ended; at the ack deadline, both go on. */
export function dispatch<Framework>(
  handler: AnyHandler,
  event: EventEnvelope,
  claim: HeldClaim,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): MaybePromise<Outcome> {
  // The drain may have ended while the store answered.
  if (inFlight.stopped) {
    context.waitUntil(claim.release());
    return unavailable('draining');
  }
  const handlerContext = new ClaimContext(claim, context.framework);
  const running = runHandler(handler, withSource(event), handlerContext);
  const settling = settle(running, claim, context);
  return isPromise(settling)
    ? answerInTime(settling, claim, context, settings, inFlight)
    : settling;
}
