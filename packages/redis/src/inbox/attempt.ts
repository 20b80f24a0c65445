import type { DispatchOutcome, EventEnvelope, InboxProcess } from '@screening-webhooks/core';
import { UnrecoverableError } from 'bullmq';

/** What BullMQ is told of an attempt that failed: its message is the reason of the dead letter. */
export class AttemptFailed extends Error {
  /** Milliseconds that the handler asked for, by `RetryLater`. */
  readonly retryAfter: number;

  constructor(error: unknown, retryAfterSeconds = 0) {
    // BullMQ goes by names and messages of errors. A handler's own, whatever it is, must not pass for one of those.
    super(textOf(error), { cause: error });
    this.name = 'AttemptFailed';
    this.retryAfter = retryAfterSeconds * 1000;
    if (error instanceof Error && error.stack) this.stack = error.stack;
  }
}

/** Runs `process` once. Never rejects: what it throws is a failure. */
export async function attempt(
  process: InboxProcess,
  event: EventEnvelope,
  signal: AbortSignal,
): Promise<DispatchOutcome> {
  try {
    return await process(event, { signal });
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Says to BullMQ how the attempt ended: returns when the event is done, throws when it is to be tried again or given up. */
export function conclude(outcome: DispatchOutcome): string {
  // A process written in JavaScript may forget to return it.
  switch (outcome?.kind) {
    case 'processed':
    case 'ignored':
    case 'discarded':
      return outcome.kind;
    case 'rejected':
      throw new UnrecoverableError(`rejected: ${outcome.rejection.code}`);
    case 'failed':
      throw new AttemptFailed(outcome.error, outcome.retryAfter);
    default:
      throw new AttemptFailed(
        new TypeError('The process resolved with no outcome: return what receiver.dispatch gives.'),
      );
  }
}

function textOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'an error that cannot be printed';
  }
}
