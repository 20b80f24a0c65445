import { ignoreErrors } from '../async/maybe-promise.js';
import type { CheckedStore } from '../dedupe/checked-store.js';
import { claimBothKeys } from '../dedupe/claim-both-keys.js';
import { eventKey, resultKey } from '../dedupe/dedupe-key.js';
import type { Claim } from '../dedupe/dedupe-store.js';
import { createOwnerToken, HeldClaim } from '../dedupe/held-claim.js';
import type { ParsedEvent } from '../events/parse-event.js';
import { ended, inProgress } from '../outcome/ended.js';
import type { Duplicate, InProgress, Unavailable } from '../outcome/outcome.js';
import type { DeliveryContext } from './delivery-context.js';
import type { ReceiverSettings } from './settings.js';

// Milliseconds. A connection that was lost is often there again after it.
const RETRY_DELAY = 1000;

/** Claims the right to process an event. Without it, no handler runs. */
export function claimEvent<Framework>(
  event: ParsedEvent,
  namespace: string | undefined,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
): Promise<HeldClaim | Duplicate | InProgress | Unavailable> {
  const key = eventKey(event, namespace);
  const other = settings.reconciliation ? resultKey(event, namespace) : key;
  return claimKeys(key, other, context, settings);
}

/** Claims two keys, which may be the same: both are held, or neither. */
export async function claimKeys<Framework>(
  key: string,
  other: string,
  context: DeliveryContext<Framework>,
  { dedupe, times }: ReceiverSettings<Framework>,
): Promise<HeldClaim | Duplicate | InProgress | Unavailable> {
  const plain = context.option('dedupe', dedupe);
  if (ended(plain)) return plain;
  const store = claimBothKeys(plain, key, other);
  const claim = { key, owner: createOwnerToken(), requestedAt: performance.now() };
  const claiming = store.claim(key, claim.owner, times.lease);
  const answer = await context.inTime('dedupe', claiming);
  if (answer === 'acquired') {
    return new HeldClaim(store, claim, times, () => context.deadline.expire());
  }
  if (answer === 'done') return { kind: 'duplicate' };
  if (!ended(answer)) return inProgress(answer.busyForMs);
  // Not awaited: the answer is 503 now.
  void context.waitUntil(releaseUnanswered(claiming, store, claim));
  return answer;
}

/**
 * Releases a claim whose reply was lost. The store may hold the claim all the same, and would answer the sender's retry
 * with 409 for the whole lease. Never rejects: when it fails, the lease ends on its own.
 */
async function releaseUnanswered(
  claiming: Promise<Claim>,
  store: CheckedStore,
  { key, owner }: { readonly key: string; readonly owner: string },
): Promise<void> {
  try {
    if ((await claiming) !== 'acquired') return;
  } catch {
    // The reply was lost, not necessarily the claim.
  }
  try {
    await store.release(key, owner);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    await ignoreErrors(() => store.release(key, owner));
  }
}
