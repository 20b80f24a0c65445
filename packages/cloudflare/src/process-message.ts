import type { DedupeStore, DispatchOutcome } from '@screening-webhooks/core';
import { renewLease } from '@screening-webhooks/core/store-kit';
import { checkStore } from './check-options.js';
import type { QueueOutcome, QueueProcess } from './queue-consumer.js';
import { isQueuedEvent, type QueuedEvent } from './queued-event.js';

/** What it takes to process a message. */
interface Processing<Env> {
  readonly process: QueueProcess<Env>;
  readonly storeOf: (env: Env) => DedupeStore;
  readonly env: Env;
  readonly times: { readonly lease: number; readonly retention: number };
}

// A failover of the store, not an outage: what comes after the last is one more run of a second copy, should there be one.
const COMMIT_RETRY_DELAYS = [100, 400] as const;

/** Processes a message's event unless that was done before, or is being done. Never rejects. */
export async function processMessage<Env>(
  body: unknown,
  processing: Processing<Env>,
): Promise<{ readonly id?: string; readonly outcome: QueueOutcome }> {
  if (!isQueuedEvent(body)) {
    const error = new TypeError('The message was not put into the queue by queueInbox.');
    return { outcome: { kind: 'failed', error } };
  }
  const { id } = body.event;
  try {
    return { id, outcome: await underClaim(body, processing) };
  } catch (error) {
    return { id, outcome: { kind: 'unavailable', reason: 'dedupe', error, retryAfter: 60 } };
  }
}

/** Rejects when the store cannot say whether the event may be processed. */
async function underClaim<Env>(
  { key, event }: QueuedEvent,
  { process, storeOf, env, times }: Processing<Env>,
): Promise<QueueOutcome> {
  const store = checkStore(storeOf(env));
  const owner = crypto.randomUUID();
  const asked = performance.now();
  const claim = await store.claim(key, owner, times.lease);
  if (claim === 'done') return { kind: 'duplicate' };
  if (claim !== 'acquired') return { kind: 'in_progress', retryAfter: claim.busyForMs / 1000 };

  const lost = new AbortController();
  const endRenewal = renewLease(store, { key, owner, requestedAt: asked }, times.lease, (reason) =>
    lost.abort(reason),
  );
  const outcome = await run(() => process(event, { signal: lost.signal, env }));
  endRenewal();
  if (outcome.kind === 'processed' || outcome.kind === 'discarded') {
    await commit(() => store.commit(key, owner, times.retention));
  } else {
    await release(() => store.release(key, owner));
  }
  return outcome;
}

async function run(process: () => Promise<DispatchOutcome>): Promise<DispatchOutcome> {
  try {
    return await process();
  } catch (error) {
    return { kind: 'failed', error };
  }
}

// The handler has succeeded, and to acknowledge the message is what keeps it from running again: a commit that fails, or
// finds the lease lost, leaves that as it is. The commit is for a second copy of the message.
async function commit(attempt: () => unknown): Promise<void> {
  for (const delay of [...COMMIT_RETRY_DELAYS, undefined]) {
    try {
      await attempt();
      return;
    } catch {
      if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

async function release(attempt: () => unknown): Promise<void> {
  try {
    await attempt();
  } catch {
    // The lease ends on its own, and the next attempt runs after it.
  }
}
