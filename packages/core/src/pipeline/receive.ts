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

  const context = { signal: claimed.signal, framework: passage.framework };
  const work = lifecycle.track(settle(runHandler(handler, trusted.event, context), claimed));
  passage.waitUntil(work);

  const outcome = await passage.deadline.race(work, claimed.signal);
  if (outcome !== expired) return outcome;
  void work.then(onLateOutcome);
  return { kind: 'timed_out', retryAfter: settings.times.lease / 1000 };
}
