import type { MaybePromise } from '../async/maybe-promise.js';
import { PermanentError } from '../errors/permanent-error.js';
import { RetryLater } from '../errors/retry-later.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { Discarded, Failed, Processed } from '../outcome/outcome.js';
import type { HandlerContext } from './handlers.js';
import type { AnyHandler } from './route.js';

/** How a handler ended. */
export type HandlerOutcome = Processed | Discarded | Failed;

/** Runs a handler. Never throws or rejects. */
export function runHandler(
  handler: AnyHandler,
  event: EventEnvelope,
  context: HandlerContext,
): MaybePromise<HandlerOutcome> {
  try {
    const returned = handler(event, context);
    return returned === undefined ? processed() : awaitReturned(returned);
  } catch (error) {
    return thrown(error);
  }
}

// Any value may be a thenable. `await` on a promise does not call a `then` that somebody has replaced.
async function awaitReturned(returned: unknown): Promise<HandlerOutcome> {
  try {
    await returned;
    return processed();
  } catch (error) {
    return thrown(error);
  }
}

/** Why the signal of a handler aborts that took too long. */
export function handlerTimedOut(ms: number): Error {
  return new Error(`The handler did not end within handlerTimeout (${ms} ms).`);
}

function processed(): Processed {
  return { kind: 'processed' };
}

function thrown(error: unknown): Discarded | Failed {
  if (error instanceof PermanentError) return { kind: 'discarded', error };
  if (!(error instanceof RetryLater)) return { kind: 'failed', error };
  try {
    return { kind: 'failed', error, retryAfter: error.after };
  } catch {
    // Branded by hand: not a RetryLater that this package has built.
    return { kind: 'failed', error };
  }
}
