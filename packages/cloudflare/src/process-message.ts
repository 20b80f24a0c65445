import type {
  Claim,
  DedupeStore,
  DispatchOutcome,
  Duplicate,
  EventEnvelope,
  InProgress,
  Unavailable,
} from '@screening-webhooks/core';
import {
  checkDedupeStore,
  createOwnerToken,
  ignoreErrors,
  renewLease,
} from '@screening-webhooks/core/store-kit';
import { STORE_FIX } from './check-binding.js';
import { isQueuedEvent, type QueuedEvent } from './queued-event.js';

/** Processes one event: `receiver.dispatch`, or a function around it. */
export type QueueProcess<Env> = (
  event: EventEnvelope,
  context: { readonly signal: AbortSignal; readonly env: Env },
) => Promise<DispatchOutcome>;

/** How an attempt at a message ended. */
export type QueueOutcome = DispatchOutcome | Duplicate | InProgress | Unavailable;

interface ProcessingContext<Env> {
  readonly process: QueueProcess<Env>;
  readonly storeFor: (env: Env) => DedupeStore;
  readonly env: Env;
  /** Milliseconds. */
  readonly lease: number;
  /** Milliseconds. */
  readonly retention: number;
}

// Milliseconds: enough for a failover of the store, not for an outage. If all of them fail, a second copy of the message
// would be processed again.
const COMMIT_RETRY_DELAYS = [100, 400] as const;

/** Processes a message's event, unless it is done or in progress. Never rejects. */
export async function processMessage<Env>(
  body: unknown,
  context: ProcessingContext<Env>,
): Promise<{ readonly id?: string; readonly outcome: QueueOutcome }> {
  if (!isQueuedEvent(body)) {
    const error = new TypeError('The message was not put into the queue by queueInbox.');
    return { outcome: { kind: 'failed', error } };
  }
  const { id } = body.event;
  try {
    return { id, outcome: await processWithClaim(body, context) };
  } catch (error) {
    return { id, outcome: { kind: 'unavailable', reason: 'dedupe', error, retryAfter: 60 } };
  }
}

/** Rejects when the store cannot say whether the event may be processed. */
async function processWithClaim<Env>(
  { key, event }: QueuedEvent,
  { process, storeFor, env, lease, retention }: ProcessingContext<Env>,
): Promise<QueueOutcome> {
  const store = checkDedupeStore(storeFor(env), 'store', STORE_FIX);
  const owner = createOwnerToken();
  const requestedAt = performance.now();
  const claim = await claimOrRelease(store, key, owner, lease);
  if (claim === 'done') return { kind: 'duplicate' };
  if (claim !== 'acquired') return { kind: 'in_progress', retryAfter: claim.busyForMs / 1000 };

  const controller = new AbortController();
  const stopRenewal = renewLease(store, { key, owner, requestedAt }, lease, (reason) =>
    controller.abort(reason),
  );
  const outcome = await runProcess(() => process(event, { signal: controller.signal, env }));
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

// The handler has succeeded, so the message must be acknowledged, even if the commit fails or the lease was lost. The
// commit only makes a second copy of the message a duplicate.
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
