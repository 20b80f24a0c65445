import { ignoreErrors } from '../async/ignore-errors.js';
import type { Claim, DedupeStore } from '../dedupe/dedupe-store.js';

// Milliseconds. A connection that was lost is often there again after it.
const RETRY_DELAY = 1000;

interface OwnedKey {
  readonly key: string;
  readonly owner: string;
}

/**
 * Releases a claim whose reply was lost. The store may hold the claim all the same, and would answer the sender's retry
 * with 409 for the whole lease. Nothing should wait for it. Never rejects: when it fails, the lease ends on its own.
 */
export async function releaseLost(store: DedupeStore, { key, owner }: OwnedKey): Promise<void> {
  try {
    await store.release(key, owner);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    await ignoreErrors(() => store.release(key, owner));
  }
}

/** The same for a claim that may still be answered: first waits for the store, and releases only what it may hold. */
export async function releaseUnanswered(
  answering: Promise<Claim>,
  store: DedupeStore,
  claim: OwnedKey,
): Promise<void> {
  try {
    if ((await answering) !== 'acquired') return;
  } catch {
    // The reply was lost, not necessarily the claim.
  }
  await releaseLost(store, claim);
}
