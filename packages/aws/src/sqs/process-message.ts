import type {
  Claim,
  DedupeStore,
  DispatchOutcome,
  Duplicate,
  InboxProcess,
  InProgress,
  Unavailable,
} from '@screening-webhooks/core';
import { createOwnerToken, ignoreErrors, renewLease } from '@screening-webhooks/core/store-kit';
import { type QueuedEvent, readBody } from './queued-event.js';

/** How an attempt at a message ended. */
export type SqsOutcome = DispatchOutcome | Duplicate | InProgress | Unavailable;

/** What processing a message needs. Durations in milliseconds. */
export interface ProcessingContext {
  readonly process: InboxProcess;
  readonly store: DedupeStore;
  readonly lease: number;
  readonly retention: number;
  /** Aborts when the worker stops, or when the function's time is over. */
  readonly signal: AbortSignal;
}

/** The id of the event, where the message has one, and how the attempt ended. */
export interface ProcessedMessage {
  readonly id?: string;
  readonly outcome: SqsOutcome;
}

// Milliseconds: enough for a failover of the store, not for an outage. If all of them fail, a second copy of the message
// would be processed again.
const COMMIT_RETRY_DELAYS = [100, 400] as const;

/** Processes a message's event, unless it is done or in progress. Never rejects. */
export async function processMessage(
  body: string | undefined,
  context: ProcessingContext,
): Promise<ProcessedMessage> {
  const message = readBody(body);
  if (!message) {
    const error = new TypeError('The message was not sent by sqsInbox.');
    return { outcome: { kind: 'failed', error } };
  }
  const { id } = message.event;
  try {
    return { id, outcome: await processWithClaim(message, context) };
  } catch (error) {
    return { id, outcome: { kind: 'unavailable', reason: 'dedupe', error, retryAfter: 60 } };
  }
}

/** Rejects when the store cannot say whether the event may be processed. */
async function processWithClaim(
  { key, event }: QueuedEvent,
  { process, store, lease, retention, signal }: ProcessingContext,
): Promise<SqsOutcome> {
  const owner = createOwnerToken();
  const requestedAt = performance.now();
  const claim = await claimOrRelease(store, key, owner, lease);
  if (claim === 'done') return { kind: 'duplicate' };
  if (claim !== 'acquired') return { kind: 'in_progress', retryAfter: claim.busyForMs / 1000 };

  const lost = new AbortController();
  const stopRenewal = renewLease(store, { key, owner, requestedAt }, lease, (reason) =>
    lost.abort(reason),
  );
  const both = AbortSignal.any([signal, lost.signal]);
  const outcome = await runProcess(() => process(event, { signal: both }));
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

// The handler has succeeded, so the message must be deleted, even if the commit fails or the lease was lost. The commit
// only makes a second copy of the message a duplicate.
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
