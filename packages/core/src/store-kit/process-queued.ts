import { ignoreErrors } from '../async/maybe-promise.js';
import type { Claim, DedupeStore } from '../dedupe/dedupe-store.js';
import { createOwnerToken, renewLease } from '../dedupe/held-claim.js';
import type { DispatchOutcome, Duplicate, InProgress, Unavailable } from '../outcome/outcome.js';

/** How an attempt at a message of a queue ended. */
export type QueueOutcome = DispatchOutcome | Duplicate | InProgress | Unavailable;

/** The parts of an attempt at a message. Durations in milliseconds. */
export interface QueuedProcess {
  /** Called once. An error that it throws makes the outcome `unavailable`. */
  readonly store: () => DedupeStore;
  /** Processes the event. Its signal aborts when the claim is lost. */
  readonly process: (signal: AbortSignal) => Promise<DispatchOutcome>;
  readonly lease: number;
  readonly retention: number;
}

// Milliseconds: enough for a failover of the store, not for an outage. If all of them fail, a second copy of the message
// would be processed again.
const COMMIT_RETRY_DELAYS = [100, 400] as const;

/** Processes the event of a message under a claim, unless it is done or in progress. For consumers of queues. Never rejects. */
export async function processQueued(key: string, queued: QueuedProcess): Promise<QueueOutcome> {
  try {
    return await processWithClaim(key, queued);
  } catch (error) {
    return { kind: 'unavailable', reason: 'dedupe', error, retryAfter: 60 };
  }
}

/** Rejects when the store cannot say whether the event may be processed. */
async function processWithClaim(
  key: string,
  { store: storeOf, process, lease, retention }: QueuedProcess,
): Promise<QueueOutcome> {
  const store = storeOf();
  const owner = createOwnerToken();
  const requestedAt = performance.now();
  const claim = await claimOrRelease(store, key, owner, lease);
  if (claim === 'done') return { kind: 'duplicate' };
  if (claim !== 'acquired') return { kind: 'in_progress', retryAfter: claim.busyForMs / 1000 };

  const lost = new AbortController();
  const stopRenewal = renewLease(store, { key, owner, requestedAt }, lease, (reason) =>
    lost.abort(reason),
  );
  const outcome = await runProcess(() => process(lost.signal));
  stopRenewal();
  if (outcome.kind === 'processed' || outcome.kind === 'discarded') {
    await commitWithRetries(() => store.commit(key, owner, retention));
  } else {
    // A claim that is not released ends with its lease, and the next attempt runs after that.
    await ignoreErrors(() => store.release(key, owner));
  }
  return outcome;
}

// The reply of a claim may be lost when the store has made it. The next attempt would wait for its lease.
async function claimOrRelease(
  store: DedupeStore,
  key: string,
  owner: string,
  lease: number,
): Promise<Claim> {
  try {
    return await store.claim(key, owner, lease);
  } catch (error) {
    await ignoreErrors(() => store.release(key, owner));
    throw error;
  }
}

async function runProcess(process: () => Promise<DispatchOutcome>): Promise<DispatchOutcome> {
  try {
    return await process();
  } catch (error) {
    return { kind: 'failed', error };
  }
}

// The handler has succeeded, so the message is done, even if the commit fails or the lease was lost. The commit only makes a
// second copy of the message a duplicate.
async function commitWithRetries(commit: () => unknown): Promise<void> {
  for (const delay of [...COMMIT_RETRY_DELAYS, undefined]) {
    try {
      await commit();
      return;
    } catch {
      if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
