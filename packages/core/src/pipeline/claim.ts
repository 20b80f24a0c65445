import type { Claim, DedupeStore } from '../dedupe/dedupe-store.js';
import { type HeldClaim, holdClaim } from '../dedupe/held-claim.js';
import { withResult } from '../dedupe/with-result.js';
import type { ParsedEvent } from '../events/parse-event.js';
import { resultId } from '../events/result-id.js';
import type { Lifecycle } from '../lifecycle.js';
import type { MaybePromise } from '../maybe-promise.js';
import type { ReceiverSettings } from '../settings.js';
import type { Passage } from './arrival.js';
import { expired } from './deadline.js';
import {
  type Duplicate,
  type InProgress,
  inProgress,
  type Unavailable,
  unavailable,
} from './outcome.js';

/** Takes the right to process an event. Without it, no handler runs. */
export async function claim<Framework>(
  event: ParsedEvent,
  { framework, deadline }: Passage<Framework>,
  settings: ReceiverSettings<Framework>,
  onStop: Lifecycle['onStop'],
): Promise<HeldClaim | Duplicate | InProgress | Unavailable> {
  const key = dedupeKey(event, settings.namespace);
  const owner = crypto.randomUUID();
  const asked = performance.now();
  try {
    const plain = settings.dedupe(framework);
    const store = settings.reconciliation
      ? withResult(plain, key, resultKey(event, settings.namespace))
      : plain;
    const answer = store.claim(key, owner, settings.times.lease);
    const claimed = await deadline.race(answer);
    if (claimed === expired) {
      giveBack(store, key, owner, answer);
      return unavailable('dedupe', new Error('The store did not answer before the ack deadline.'));
    }
    if (claimed === 'acquired')
      return holdClaim(store, { key, owner, asked }, settings.times, onStop, deadline.expire);
    if (claimed === 'done') return { kind: 'duplicate' };
    return inProgress(claimed.busyForMs);
  } catch (error) {
    return unavailable('dedupe', error);
  }
}

/** The id of an event, in a name space of its own: one store may serve many endpoints. */
export function dedupeKey(event: ParsedEvent, namespace: string | undefined): string {
  const integration = event.data['integrationId'];
  return `${namespace ?? (typeof integration === 'string' ? integration : '')}:${event.id}`;
}

/** The key of the result that an event brings. It is the event's own where it came by a poll, or brings none. */
export function resultKey(event: ParsedEvent, namespace: string | undefined): string {
  return dedupeKey({ ...event, id: resultId(event) }, namespace);
}

// We have answered 503 by now: a claim that comes through late would only keep the next delivery waiting.
function giveBack(
  store: DedupeStore,
  key: string,
  owner: string,
  answer: MaybePromise<Claim>,
): void {
  Promise.resolve(answer)
    .then((claimed) => (claimed === 'acquired' ? store.release(key, owner) : undefined))
    .catch(() => {});
}
