import { withSource } from '../events/with-source.js';
import { runHandler } from '../handlers/run-handler.js';
import type { Lifecycle } from '../lifecycle.js';
import { isPromise, type MaybePromise } from '../maybe-promise.js';
import type { ReceiverSettings } from '../settings.js';
import { claim } from './claim.js';
import { ClaimContext } from './claim-context.js';
import { expired } from './deadline.js';
import { observe } from './observe.js';
import { type Outcome, type Rejected, type Unavailable, unavailable } from './outcome.js';
import type { Passage } from './passage.js';
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
  enter: () => MaybePromise<Trusted | Rejected | Unavailable>,
  settings: ReceiverSettings<Framework>,
  lifecycle: Lifecycle,
): Promise<Outcome> {
  if (lifecycle.draining) return unavailable('draining');

  // Awaiting what is there already would cost a turn of the microtask queue.
  const entering = enter();
  const trusted = isPromise(entering) ? await entering : entering;
  if (trusted.kind !== 'trusted') return trusted;

  const handler = settings.route(trusted.event.type);
  if (!handler) return { kind: 'ignored' };

  if (settings.inbox) return storeInInbox(trusted.sent, settings.inbox, passage, settings);

  const claiming = claim(trusted.sent, passage, settings, lifecycle.running);
  const claimed = isPromise(claiming) ? await claiming : claiming;
  if ('kind' in claimed) return claimed;

  const context = new ClaimContext(claimed, passage.framework);
  const work = settle(runHandler(handler, withSource(trusted.event), context), claimed);
  if (!isPromise(work)) return work;
  passage.waitUntil(work);

  const outcome = await passage.deadline.race(work);
  if (outcome !== expired) return outcome;
  lifecycle.begin();
  void work.then((late) => {
    observe(passage, settings, late, true);
    lifecycle.end();
  });
  return { kind: 'timed_out', retryAfter: settings.times.lease / 1000 };
}
