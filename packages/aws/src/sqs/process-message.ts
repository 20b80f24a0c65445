import type { DedupeStore, InboxProcess } from '@screening-webhooks/core';
import { abortable, processQueued, type QueueOutcome } from '@screening-webhooks/core/store-kit';
import { readBody } from './queued-event.js';

/** How an attempt at a message ended. */
export type SqsOutcome = QueueOutcome;

/** The dependencies and limits of processing a message. Durations in milliseconds. */
export interface ProcessingContext {
  readonly process: InboxProcess;
  readonly store: DedupeStore;
  readonly lease: number;
  readonly retention: number;
  /** Aborts when the worker stops, or when the function's time is nearly over. */
  readonly signal: AbortSignal;
  /** Aborts when nobody waits any longer. The outcome is then `failed`. */
  readonly over: AbortSignal;
}

/** The id of the event, where the message has one, and how the attempt ended. */
export interface ProcessedMessage {
  readonly id?: string;
  readonly outcome: SqsOutcome;
}

/** Processes a message's event, unless it is done or in progress. Never rejects. */
export async function processMessage(
  body: string | undefined,
  { process, store, lease, retention, signal, over }: ProcessingContext,
): Promise<ProcessedMessage> {
  const message = readBody(body);
  if (!message) {
    const error = new TypeError('The message was not sent by sqsInbox.');
    return { outcome: { kind: 'failed', error } };
  }
  const { key, event } = message;
  const processing = processQueued(key, {
    store: () => store,
    process: (lost) => process(event, { signal: AbortSignal.any([signal, lost]) }),
    lease,
    retention,
  });
  // It never rejects, so an error is the reason of `over`.
  const outcome = await abortable(over, processing).catch(
    (error: unknown) => ({ kind: 'failed', error }) as const,
  );
  return { id: event.id, outcome };
}
