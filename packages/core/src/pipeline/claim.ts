import type { Claim } from '../dedupe/dedupe-store.js';
import { HeldClaim } from '../dedupe/held-claim.js';
import { newOwner } from '../dedupe/new-owner.js';
import { quietly, withResult } from '../dedupe/with-result.js';
import type { ParsedEvent } from '../events/parse-event.js';
import { resultId } from '../events/result-id.js';
import type { Lifecycle } from '../lifecycle.js';
import { isPromise, type MaybePromise } from '../maybe-promise.js';
import type { ReceiverSettings } from '../settings.js';
import { type Deadline, expired } from './deadline.js';
import {
  type Duplicate,
  type InProgress,
  inProgress,
  type Unavailable,
  unavailable,
} from './outcome.js';
import type { Passage } from './passage.js';

type Claimed = HeldClaim | Duplicate | InProgress | Unavailable;

/** Takes the right to process an event. Without it, no handler runs. */
export function claim<Framework>(
  event: ParsedEvent,
  passage: Passage<Framework>,
  settings: ReceiverSettings<Framework>,
  running: Lifecycle['running'],
): MaybePromise<Claimed> {
  const key = dedupeKey(event, settings.namespace);
  const leased = { key, owner: newOwner(), asked: performance.now() };
  try {
    const plain = settings.dedupe(passage.framework);
    const store = settings.reconciliation
      ? withResult(plain, key, resultKey(event, settings.namespace))
      : plain;
    const answer = store.claim(key, leased.owner, settings.times.lease);
    const toClaimed = (claimed: Claim): Claimed => {
      if (claimed === 'done') return { kind: 'duplicate' };
      if (claimed !== 'acquired') return inProgress(claimed.busyForMs);
      return new HeldClaim(store, leased, settings.times, passage, running);
    };
    return isPromise(answer)
      ? inTime(answer, passage.deadline, toClaimed, () => store.release(key, leased.owner))
      : toClaimed(answer);
  } catch (error) {
    return unavailable('dedupe', error);
  }
}

async function inTime(
  answer: Promise<Claim>,
  deadline: Deadline,
  toClaimed: (claim: Claim) => Claimed,
  release: () => unknown,
): Promise<Claimed> {
  try {
    const claimed = await deadline.race(answer);
    if (claimed !== expired) return toClaimed(claimed);
  } catch (error) {
    return unavailable('dedupe', error);
  }
  // We answer 503 now: a claim that comes through late would only keep the next delivery waiting.
  void quietly(async () => (await answer) === 'acquired' && release());
  return unavailable('dedupe', new Error('The store did not answer before the ack deadline.'));
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
