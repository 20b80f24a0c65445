import { expired } from '../async/deadline.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { HeldClaim } from '../dedupe/held-claim.js';
import { checkEnvelope, parseEvent } from '../events/parse-event.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import { withSource } from '../events/with-source.js';
import { runHandler } from '../handlers/run-handler.js';
import {
  type Failed,
  type Outcome,
  type Rejected,
  type TimedOut,
  type Unavailable,
  unavailable,
} from '../outcome/outcome.js';
import { admit } from './admit.js';
import { checkEvent, type VerifiedDelivery } from './check-event.js';
import { ClaimContext } from './claim-context.js';
import { claimEvent } from './claim-event.js';
import type { Delivery } from './delivery.js';
import type { DeliveryContext } from './delivery-context.js';
import { finish, observe } from './finish.js';
import type { InFlight } from './in-flight.js';
import { readBody } from './read-body.js';
import type { ReceiverSettings, VerifierSettings } from './settings.js';
import { settle, type WorkOutcome } from './settle.js';
import { storeInInbox } from './store-in-inbox.js';
import { tenantValue } from './tenant.js';
import { verifyWithKeys } from './verify-with-keys.js';

// The pipeline, one line per stage. A stage that ends the delivery returns an outcome, which has a `kind`. A stage that has
// its value already returns it without a promise, and is not awaited.

/** Takes a delivery through all stages: verify, then process. Never rejects. */
export async function receive<Framework>(
  delivery: Delivery,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<Outcome> {
  inFlight.begin();
  let outcome: Outcome;
  try {
    const verified = inFlight.draining
      ? unavailable('draining')
      : await verifyDelivery(delivery, context, settings);
    outcome =
      'kind' in verified ? verified : await processDelivery(verified, context, settings, inFlight);
  } catch (error) {
    // No stage expects it: the adapter's `header` threw, say.
    outcome = { kind: 'failed', error };
  }
  inFlight.end();
  return finish(outcome, context, settings);
}

/** Takes an event that is trusted without a signature through the rest: check the event, then process. Never rejects. */
export async function receiveTrusted<Framework>(
  event: EventEnvelope,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<Outcome> {
  inFlight.begin();
  let outcome: Outcome;
  try {
    const verified = inFlight.draining
      ? unavailable('draining')
      : await checkTrusted(event, context, settings);
    outcome =
      'kind' in verified ? verified : await processDelivery(verified, context, settings, inFlight);
  } catch (error) {
    outcome = { kind: 'failed', error };
  }
  inFlight.end();
  return finish(outcome, context, settings);
}

/** The first half for an event that is trusted without a signature. */
function checkTrusted<Framework>(
  event: EventEnvelope,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): MaybePromise<VerifiedDelivery | Rejected | Unavailable | Failed> {
  if (context.refusal) return context.refusal;
  return checkEvent(checkEnvelope({ ...event }), context, settings);
}

/** The first half: from a delivery to an event that can be trusted. */
export async function verifyDelivery<Framework>(
  delivery: Delivery,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<VerifiedDelivery | Rejected | Unavailable | Failed> {
  if (context.refusal) return context.refusal;
  const header = admit(delivery, settings.maxBodyBytes);
  if ('kind' in header) return header;

  const reading = readBody(delivery, context, settings.maxBodyBytes);
  const body = isPromise(reading) ? await reading : reading;
  if ('kind' in body) return body;
  context.facts.bodyBytes = body.length;

  const verifying = verifyWithKeys(header, body, context, settings);
  const verified = isPromise(verifying) ? await verifying : verifying;
  if ('kind' in verified) return verified;
  context.facts.timestamp = verified.timestamp;
  context.facts.secretIndex = verified.secretIndex;

  return checkEvent(parseEvent(body), context, settings);
}

/** The second half: claim, dispatch, settle; or hand over to the inbox. */
async function processDelivery<Framework>(
  { sent, event }: VerifiedDelivery,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<Outcome> {
  const handler = settings.route(event.type);
  if (!handler) return { kind: 'ignored' };
  if (inFlight.stopped) return unavailable('draining');

  const namespace = tenantValue('namespace', settings.namespace, context);
  if (typeof namespace === 'object') return namespace;
  if (settings.inbox) return storeInInbox(sent, settings.inbox, namespace, context, settings);

  const claiming = claimEvent(sent, namespace, context, settings);
  const claim = isPromise(claiming) ? await claiming : claiming;
  if ('kind' in claim) return claim;
  if (inFlight.stopped) return giveBack(claim, context);

  const handlerContext = new ClaimContext(claim, context.framework);
  const running = runHandler(handler, withSource(event), handlerContext);
  const settling = settle(running, claim, context);
  if (!isPromise(settling)) return settling;

  inFlight.handlerStarted(claim);
  context.waitUntil(settling);
  claim.startRenewalIfDueBefore(context.deadline.at);
  const outcome = await context.deadline.race(settling);
  if (outcome === expired) return timeOut(settling, claim, context, settings, inFlight);
  inFlight.handlerEnded(claim);
  return outcome;
}

function giveBack<Framework>(claim: HeldClaim, context: DeliveryContext<Framework>): Unavailable {
  context.waitUntil(claim.release());
  return unavailable('draining');
}

/** The answer at the ack deadline. The work goes on under its claim, and is observed when it ends. */
function timeOut<Framework>(
  settling: Promise<WorkOutcome>,
  claim: HeldClaim,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): TimedOut {
  claim.startRenewal();
  void observeLate(settling, claim, context, settings, inFlight);
  return { kind: 'timed_out', retryAfter: settings.times.lease / 1000 };
}

async function observeLate<Framework>(
  settling: Promise<WorkOutcome>,
  claim: HeldClaim,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<void> {
  inFlight.begin();
  const outcome = await settling;
  inFlight.handlerEnded(claim);
  observe(context, settings, outcome, { late: true });
  inFlight.end();
}
