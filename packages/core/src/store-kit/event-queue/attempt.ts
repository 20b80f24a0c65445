import type { EventEnvelope } from '../../events/webhook-event.js';
import type { InboxProcess } from '../../inbox/inbox.js';
import type { DispatchOutcome } from '../../outcome/outcome.js';

/** How an attempt ended. */
export type AttemptResult =
  | { readonly kind: 'done'; readonly outcome: 'processed' | 'ignored' | 'discarded' }
  /** No further attempt can help. */
  | { readonly kind: 'given up'; readonly reason: string }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Milliseconds requested with `RetryLater`, else 0. */
      readonly retryAfterMs: number;
    };

/** Runs `process` once. Never rejects: an error that it throws is a failure. */
export async function attempt(
  process: InboxProcess,
  event: EventEnvelope,
  signal: AbortSignal,
): Promise<AttemptResult> {
  try {
    return resultOf(await process(event, { signal }));
  } catch (error) {
    return failure(error);
  }
}

function resultOf(outcome: DispatchOutcome): AttemptResult {
  // A process written in JavaScript may return nothing.
  switch (outcome?.kind) {
    case 'processed':
    case 'ignored':
    case 'discarded':
      return { kind: 'done', outcome: outcome.kind };
    case 'rejected':
      // The event is malformed, so no handler ran.
      return { kind: 'given up', reason: `never_ran: rejected: ${outcome.rejection.code}` };
    case 'failed':
      return failure(outcome.error, outcome.retryAfter);
    default:
      return failure(
        new TypeError(
          'The process did not resolve with an outcome: return the result of receiver.dispatch.',
        ),
      );
  }
}

function failure(error: unknown, retryAfterSeconds = 0): AttemptResult {
  return { kind: 'failed', reason: textOf(error), retryAfterMs: retryAfterSeconds * 1000 };
}

// PostgreSQL rejects NUL, and drivers send unpaired surrogates as invalid UTF-8. The limit keeps an HTML error page out of the
// table.
function textOf(error: unknown): string {
  try {
    return String(error)
      .slice(0, 2000)
      .replace(/\0|[\ud800-\udfff]/gu, '\ufffd');
  } catch {
    return 'an error that cannot be printed';
  }
}
