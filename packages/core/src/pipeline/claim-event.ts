import { ignoreErrors } from '../async/ignore-errors.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { claimBothKeys } from '../dedupe/claim-both-keys.js';
import type { Claim, DedupeStore } from '../dedupe/dedupe-store.js';
import { type ClaimTimes, HeldClaim } from '../dedupe/held-claim.js';
import { createOwnerToken } from '../dedupe/owner-token.js';
import type { LeasedClaim } from '../dedupe/renew-lease.js';
import type { ParsedEvent } from '../events/parse-event.js';
import {
  type Duplicate,
  type InProgress,
  inProgress,
  type Unavailable,
  unavailable,
} from '../outcome/outcome.js';
import { awaitDependency } from './await-dependency.js';
import { eventKey, resultKey } from './dedupe-key.js';
import type { DeliveryContext } from './delivery-context.js';
import type { ReceiverSettings } from './settings.js';

type Claimed = HeldClaim | Duplicate | InProgress | Unavailable;

/** Claims the right to process an event. Without it, no handler runs. */
export function claimEvent<Framework>(
  event: ParsedEvent,
  namespace: string | undefined,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
): MaybePromise<Claimed> {
  try {
    const key = eventKey(event, namespace);
    const claim = { key, owner: createOwnerToken(), requestedAt: performance.now() };
    const plain = settings.dedupe(context.framework);
    const store = settings.reconciliation
      ? claimBothKeys(plain, key, resultKey(event, namespace))
      : plain;
    const answer = store.claim(key, claim.owner, settings.times.lease);
    return isPromise(answer)
      ? awaitClaim(answer, store, claim, context, settings.times)
      : toClaimed(answer, store, claim, context, settings.times);
  } catch (error) {
    return unavailable('dedupe', error);
  }
}

async function awaitClaim<Framework>(
  answering: Promise<Claim>,
  store: DedupeStore,
  claim: LeasedClaim,
  context: DeliveryContext<Framework>,
  times: ClaimTimes,
): Promise<Claimed> {
  const answer = await awaitDependency(answering, context.deadline, 'dedupe');
  if (typeof answer === 'string' || 'busyForMs' in answer) {
    return toClaimed(answer, store, claim, context, times);
  }
  // The answer is 503 now. A claim that is acquired later would only delay the next delivery.
  void ignoreErrors(async () => {
    if ((await answering) === 'acquired') await store.release(claim.key, claim.owner);
  });
  return answer;
}

function toClaimed<Framework>(
  answer: Claim,
  store: DedupeStore,
  claim: LeasedClaim,
  context: DeliveryContext<Framework>,
  times: ClaimTimes,
): Claimed {
  if (answer === 'done') return { kind: 'duplicate' };
  if (answer !== 'acquired') return inProgress(answer.busyForMs);
  return new HeldClaim(store, claim, times, () => context.deadline.expire());
}
