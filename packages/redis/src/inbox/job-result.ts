import type { DispatchOutcome } from '@screening-webhooks/core';

/** How the work on a fetched job ended. */
export type Ending =
  /** The event is done. */
  | { readonly kind: 'done'; readonly result: string }
  /** The handler ran and failed. `retryAfterMs`: what it asked for with `RetryLater`. */
  | { readonly kind: 'failed'; readonly error: Error; readonly retryAfterMs: number }
  /** The event is given up. */
  | { readonly kind: 'dead'; readonly reason: string }
  /** The handler could not be started. It will be tried again, and this was not an attempt. */
  | { readonly kind: 'postponed' }
  /** Another event of its order value comes first. */
  | { readonly kind: 'held' }
  /** The worker was stopped. */
  | { readonly kind: 'returned' };

/** The ending that follows from an outcome. */
export function endingOf(outcome: DispatchOutcome): Ending {
  // A process function written in JavaScript may resolve without an outcome.
  switch (outcome?.kind) {
    case 'processed':
    case 'ignored':
    case 'discarded':
      return { kind: 'done', result: outcome.kind };
    case 'rejected':
      return { kind: 'dead', reason: `never_ran: rejected: ${outcome.rejection.code}` };
    case 'failed':
      return failed(outcome.error, outcome.retryAfter);
    default:
      return failed(
        new TypeError(
          'The process function resolved without an outcome: return what receiver.dispatch gives.',
        ),
      );
  }
}

function failed(error: unknown, retryAfterSeconds = 0): Ending {
  return { kind: 'failed', error: new AttemptError(error), retryAfterMs: retryAfterSeconds * 1000 };
}

// Characters. They keep an HTML error page out of Redis.
const LONGEST_REASON = 2000;
const LONGEST_STACK = 10_000;

/** Tells BullMQ that an attempt failed. Its message is the reason of the dead letter. */
class AttemptError extends Error {
  constructor(error: unknown) {
    // BullMQ acts on names and messages of its own errors. The handler's error must not pass for one of them.
    super(describeError(error), { cause: error });
    this.name = 'AttemptError';
    const stack = error instanceof Error && error.stack ? error.stack : this.stack;
    this.stack = String(stack).slice(0, LONGEST_STACK);
  }
}

function describeError(error: unknown): string {
  try {
    return String(error).slice(0, LONGEST_REASON);
  } catch {
    return 'an error that cannot be converted to text';
  }
}
