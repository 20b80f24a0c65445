import type { DispatchOutcome, EventEnvelope, InboxProcess } from '@screening-webhooks/core';

/** What follows from an attempt. */
export type Verdict =
  | { readonly kind: 'done'; readonly outcome: string }
  /** No further attempt can help. */
  | { readonly kind: 'given up'; readonly reason: string }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Milliseconds that the handler asked for, by `RetryLater`; else 0. */
      readonly retryAfter: number;
    };

/** Runs `process` once. Never rejects: what it throws is a failure. */
export async function attempt(
  process: InboxProcess,
  event: EventEnvelope,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    return verdictOn(await process(event, { signal }));
  } catch (error) {
    return failure(error);
  }
}

function verdictOn(outcome: DispatchOutcome): Verdict {
  // A process written in JavaScript may forget to return it.
  switch (outcome?.kind) {
    case 'processed':
    case 'ignored':
    case 'discarded':
      return { kind: 'done', outcome: outcome.kind };
    case 'rejected':
      return { kind: 'given up', reason: `rejected: ${outcome.rejection.code}` };
    case 'failed':
      return failure(outcome.error, outcome.retryAfter);
    default:
      return failure(
        new TypeError('The process resolved with no outcome: return what receiver.dispatch gives.'),
      );
  }
}

function failure(error: unknown, retryAfterSeconds = 0): Verdict {
  return { kind: 'failed', reason: textOf(error), retryAfter: retryAfterSeconds * 1000 };
}

// What PostgreSQL takes into jsonb: no NUL, no half of a surrogate pair, and not a whole page of somebody's HTML.
function textOf(error: unknown): string {
  try {
    return String(error)
      .slice(0, 2000)
      .replace(/\0|[\ud800-\udfff]/gu, '\ufffd');
  } catch {
    return 'an error that cannot be printed';
  }
}
