import type { DispatchOutcome } from '@screening-webhooks/core';
import { UnrecoverableError } from 'bullmq';

/** Tells BullMQ that an attempt failed. Its message is the reason of the dead letter. */
export class AttemptError extends Error {
  /** Milliseconds that the handler asked for with `RetryLater`. */
  readonly retryAfterMs: number;

  constructor(error: unknown, retryAfterSeconds = 0) {
    // BullMQ acts on names and messages of its own errors. The handler's error must not pass for one of them.
    super(describeError(error), { cause: error });
    this.name = 'AttemptError';
    this.retryAfterMs = retryAfterSeconds * 1000;
    if (error instanceof Error && error.stack) this.stack = error.stack;
  }
}

/** Tells BullMQ how an attempt ended: returns when the event is done, throws when it must be retried or given up. */
export function jobResult(outcome: DispatchOutcome): string {
  // A process function written in JavaScript may resolve without an outcome.
  switch (outcome?.kind) {
    case 'processed':
    case 'ignored':
    case 'discarded':
      return outcome.kind;
    case 'rejected':
      throw new UnrecoverableError(`rejected: ${outcome.rejection.code}`);
    case 'failed':
      throw new AttemptError(outcome.error, outcome.retryAfter);
    default:
      throw new AttemptError(
        new TypeError(
          'The process function resolved without an outcome: return what receiver.dispatch gives.',
        ),
      );
  }
}

function describeError(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'an error that cannot be converted to text';
  }
}
