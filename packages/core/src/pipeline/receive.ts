import { runHandler } from '../handlers/run-handler.js';
import type { Lifecycle } from '../lifecycle.js';
import type { ReceiverSettings } from '../settings.js';
import type { Arrival } from './arrival.js';
import { claim, dedupeKey } from './claim.js';
import { expired } from './deadline.js';
import { type Outcome, unavailable } from './outcome.js';
import { settle } from './settle.js';
import { storeInInbox } from './store-in-inbox.js';
import { trust } from './trust.js';

/** The whole pipeline: admit, verify, event, own, claim, dispatch, settle. `ack.ts` turns the outcome into an answer. */
export async function receive<Framework>(
  arrival: Arrival<Framework>,
  settings: ReceiverSettings<Framework>,
  lifecycle: Lifecycle,
  onLateOutcome: (outcome: Outcome) => void,
): Promise<Outcome> {
  if (lifecycle.draining) return unavailable('draining');

  const trusted = await trust(arrival, settings);
  if (trusted.kind !== 'trusted') return trusted;

  const handler = settings.route(trusted.event.type);
  if (!handler) return { kind: 'ignored' };

  if (settings.inbox) {
    const key = dedupeKey(trusted.sent, settings.namespace);
    return storeInInbox(trusted.sent, key, settings.inbox, arrival);
  }

  const claimed = await claim(trusted.sent, arrival, settings, lifecycle.onStop);
  if ('kind' in claimed) return claimed;

  const context = { signal: claimed.signal, framework: arrival.framework };
  const work = lifecycle.track(settle(runHandler(handler, trusted.event, context), claimed));
  arrival.waitUntil(work);

  const outcome = await arrival.deadline.race(work, claimed.signal);
  if (outcome !== expired) return outcome;
  void work.then(onLateOutcome);
  return { kind: 'timed_out', retryAfter: settings.times.lease / 1000 };
}
