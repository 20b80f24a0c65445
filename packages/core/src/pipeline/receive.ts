import { checkEnvelope, parseEvent } from '../events/parse-event.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import { ended, unavailable, unreadable } from '../outcome/ended.js';
import type { Outcome } from '../outcome/outcome.js';
import { admit } from './admit.js';
import { checkEvent, type VerifiedEvent } from './check-event.js';
import { claimEvent } from './claim-event.js';
import type { Delivery } from './delivery.js';
import type { DeliveryContext } from './delivery-context.js';
import { dispatch } from './dispatch.js';
import { finish } from './finish.js';
import type { InFlight } from './in-flight.js';
import { noteUnverified } from './note-unverified.js';
import { readBody } from './read-body.js';
import type { ReceiverSettings, VerifierSettings } from './settings.js';
import { storeInInbox } from './store-in-inbox.js';
import { type Refusal, verifyWithKeys } from './verify-with-keys.js';

// The pipeline, one line a stage. A stage gives what the next one needs, or the outcome that ends the delivery.

/** Takes a delivery through all stages: verify, then process. Never rejects. */
export function receive<Framework>(
  delivery: Delivery,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<Outcome> {
  if (inFlight.draining) context.refusal = unavailable('draining');
  const verifying = verifyDelivery(delivery, context, settings);
  return processVerified(verifying, context, settings, inFlight);
}

/** Takes an event that is trusted without a signature through the rest: check the event, then process. Never rejects. */
export function receiveTrusted<Framework>(
  event: EventEnvelope,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<Outcome> {
  if (inFlight.draining) context.refusal = unavailable('draining');
  const verifying = checkTrusted(event, context, settings);
  return processVerified(verifying, context, settings, inFlight);
}

/** Takes a delivery through the first half alone. A refusal is observed. Never rejects. */
export async function verify<Framework>(
  delivery: Delivery,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<VerifiedEvent | Refusal> {
  let verified: VerifiedEvent | Refusal;
  try {
    verified = await verifyDelivery(delivery, context, settings);
  } catch (error) {
    verified = unreadable(error);
  }
  if (ended(verified)) return finish(verified, context, settings);
  context.deadline.clear();
  return verified;
}

async function processVerified<Framework>(
  verifying: Promise<VerifiedEvent | Refusal>,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<Outcome> {
  inFlight.begin();
  let outcome: Outcome;
  try {
    const verified = await verifying;
    outcome = ended(verified)
      ? verified
      : await processEvent(verified, context, settings, inFlight);
  } catch (error) {
    // The stages catch the errors of the app's functions. An error that arrives here is the adapter's.
    outcome = unreadable(error);
  }
  inFlight.end();
  return finish(outcome, context, settings);
}

/** The first half: from a delivery to an event that can be trusted. */
async function verifyDelivery<Framework>(
  delivery: Delivery,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<VerifiedEvent | Refusal> {
  if (context.refusal) return context.refusal;
  const header = admit(delivery, settings.maxBodyBytes);
  if (ended(header)) return header;
  const body = await readBody(delivery, context, settings.maxBodyBytes);
  if (ended(body)) return body;
  const verified = await verifyWithKeys(header, body, context, settings);
  if (ended(verified)) return noteUnverified(body, context, verified);
  return checkEvent(parseEvent(body), context, settings);
}

async function checkTrusted<Framework>(
  event: EventEnvelope,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<VerifiedEvent | Refusal> {
  if (context.refusal) return context.refusal;
  return checkEvent(checkEnvelope({ ...event }), context, settings);
}

/** The second half: claim, dispatch, answer in time; or hand over to the inbox. */
async function processEvent<Framework>(
  { sent, event }: VerifiedEvent,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
  inFlight: InFlight,
): Promise<Outcome> {
  const handler = settings.route(event.type);
  if (!handler) return { kind: 'ignored' };
  if (inFlight.stopped) return unavailable('draining');
  const namespace = context.option('tenant', settings.namespace);
  if (ended(namespace)) return namespace;
  if (settings.inbox) return storeInInbox(sent, settings.inbox, namespace, context, settings);
  const claim = await claimEvent(sent, namespace, context, settings);
  if (ended(claim)) return claim;
  return dispatch(handler, event, claim, context, settings, inFlight);
}
