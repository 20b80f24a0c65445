import type { Claim, DedupeStore } from '../dedupe/dedupe-store.js';
import { newOwner } from '../dedupe/new-owner.js';
import { quietly } from '../dedupe/with-result.js';
import type { Inbox } from '../inbox.js';
import { type InProgress, inProgress, type Unavailable, unavailable } from './outcome.js';

type Stored = Awaited<ReturnType<Inbox['store']>>;

/**
 * Stores an event unless one of the same result is stored already: the inbox tells events apart by their ids alone. A
 * crash between the inbox and the commit leaves a lease that ends, and at worst the result a second time in the inbox.
 */
export async function storeOnce(
  store: DedupeStore,
  resultKey: string,
  times: { readonly lease: number; readonly retention: number },
  storeEvent: () => ReturnType<Inbox['store']>,
): Promise<Stored | InProgress | Unavailable> {
  // Beside the key under which a worker of the inbox may claim the event: stored and processed are two things.
  const key = `stored|${resultKey}`;
  const owner = newOwner();
  let claimed: Claim;
  try {
    claimed = await store.claim(key, owner, times.lease);
  } catch (error) {
    return unavailable('dedupe', error);
  }
  if (claimed === 'done') return 'duplicate';
  if (claimed !== 'acquired') return inProgress(claimed.busyForMs);
  let answer: Stored | undefined;
  try {
    answer = await storeEvent();
    return answer;
  } finally {
    await quietly(() =>
      answer === 'stored' || answer === 'duplicate'
        ? store.commit(key, owner, times.retention)
        : store.release(key, owner),
    );
  }
}
