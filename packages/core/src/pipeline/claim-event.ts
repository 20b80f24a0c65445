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
import { releaseUnanswered } from './release-lost.js';
import type { ReceiverSettings } from './settings.js';

type Claimed = HeldClaim | Duplicate | InProgress | Unavailable;

/** Claims the right to process an event. Without it, no handler runs. */
export function claimEvent<Framework>(
  event: ParsedEvent,
  namespace: string | undefined,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
): MaybePromise<Claimed> {
  let store: DedupeStore;
  let claim: LeasedClaim;
  try {
    const key = eventKey(event, namespace);
    claim = { key, owner: createOwnerToken(), requestedAt: performance.now() };
    const plain = settings.dedupe(context.framework);
    store = settings.reconciliation
      ? claimBothKeys(plain, key, resultKey(event, namespace))
      : plain;
  } catch (error) {
    return unavailable('dedupe', error);
  }
  const answer = requestClaim(store, claim, settings.times.lease);
  return isPromise(answer)
    ? awaitClaim(answer, store, claim, context, settings.times)
    : toClaimed(answer, store, claim, context, settings.times);
}

/** A store that throws is one that rejects. */
function requestClaim(
  store: DedupeStore,
  { key, owner }: LeasedClaim,
  leaseMs: number,
): MaybePromise<Claim> {
  try {
    return store.claim(key, owner, leaseMs);
  } catch (error) {
    return Promise.reject(error);
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
  // Not awaited: the answer is 503 now.
  context.waitUntil(releaseUnanswered(answering, store, claim));
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
