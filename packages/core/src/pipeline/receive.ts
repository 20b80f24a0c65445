import type { HeldClaim } from '../dedupe/held-claim.js';
import type { HandlerContext } from '../handlers/handlers.js';
import { runHandler } from '../handlers/run-handler.js';
import type { Lifecycle } from '../lifecycle.js';
import type { ReceiverSettings } from '../settings.js';
import type { Passage } from './arrival.js';
import { claim } from './claim.js';
import { expired } from './deadline.js';
import { type Outcome, type Rejected, type Unavailable, unavailable } from './outcome.js';
import { settle } from './settle.js';
import { storeInInbox } from './store-in-inbox.js';
import type { Trusted } from './trust.js';

/**
 * The whole pipeline: admit, verify, event, own, claim, dispatch, settle. `ack.ts` turns the outcome into an answer.
 *
 * @param enter How an event comes to be trusted: `trust` for a delivery.
 */
export async function receive<Framework>(
  passage: Passage<Framework>,
  enter: () => Promise<Trusted | Rejected | Unavailable>,
  settings: ReceiverSettings<Framework>,
  lifecycle: Lifecycle,
  onLateOutcome: (outcome: Outcome) => void,
): Promise<Outcome> {
  if (lifecycle.draining) return unavailable('draining');

  const trusted = await enter();
  if (trusted.kind !== 'trusted') return trusted;

  const handler = settings.route(trusted.event.type);
  if (!handler) return { kind: 'ignored' };

  if (settings.inbox) return storeInInbox(trusted.sent, settings.inbox, passage, settings);

  const claimed = await claim(trusted.sent, passage, settings, lifecycle.onStop);
  if ('kind' in claimed) return claimed;

  const { framework } = passage;
  const work = settle(runHandler(handler, trusted.event, contextOf(claimed, framework)), claimed);
  passage.waitUntil(work);

  const outcome = await passage.deadline.race(work);
  if (outcome !== expired) return outcome;
  void lifecycle.track(work).then(onLateOutcome);
  return { kind: 'timed_out', retryAfter: settings.times.lease / 1000 };
}

// A getter: most handlers never ask for the signal, and building one costs more than the rest of the claim.
function contextOf<Framework>(claim: HeldClaim, framework: Framework): HandlerContext<Framework> {
  return {
    get signal() {
      return claim.signal;
    },
    framework,
  };
}
