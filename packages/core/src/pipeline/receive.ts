import { withSource } from '../events/with-source.js';
import { type HandlerOutcome, runHandler } from '../handlers/run-handler.js';
import type { Lifecycle } from '../lifecycle.js';
import { andThen, isPromise, type MaybePromise } from '../maybe-promise.js';
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
export function receive<Framework>(
  passage: Passage<Framework>,
  enter: () => MaybePromise<Trusted | Rejected | Unavailable>,
  settings: ReceiverSettings<Framework>,
  lifecycle: Lifecycle,
): MaybePromise<Outcome> {
  if (lifecycle.draining) return unavailable('draining');
  return andThen(enter(), (entered) =>
    entered.kind === 'trusted' ? takeOn(entered, passage, settings, lifecycle) : entered,
  );
}

function takeOn<Framework>(
  { sent, event }: Trusted,
  passage: Passage<Framework>,
  settings: ReceiverSettings<Framework>,
  lifecycle: Lifecycle,
): MaybePromise<Outcome> {
  const handler = settings.route(event.type);
  if (!handler) return { kind: 'ignored' };

  if (settings.inbox) return storeInInbox(sent, settings.inbox, passage, settings);

  return andThen(claim(sent, passage, settings, lifecycle.running), (claimed) => {
    if ('kind' in claimed) return claimed;
    const context = new ClaimContext(claimed, passage.framework);
    const work = settle(runHandler(handler, withSource(event), context), claimed);
    return isPromise(work) ? whenDone(work, passage, settings, lifecycle) : work;
  });
}

/** The outcome of work that takes time, or that it takes too much of it: it then goes on, and is observed when it ends. */
function whenDone<Framework>(
  work: Promise<HandlerOutcome | Unavailable>,
  passage: Passage<Framework>,
  settings: ReceiverSettings<Framework>,
  lifecycle: Lifecycle,
): MaybePromise<Outcome> {
  passage.waitUntil(work);
  return andThen(passage.deadline.race(work), (outcome) => {
    if (outcome !== expired) return outcome;
    void lifecycle.track(work).then((late) => observe(passage, settings, late, true));
    return { kind: 'timed_out', retryAfter: settings.times.lease / 1000 };
  });
}
