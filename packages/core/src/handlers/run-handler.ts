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
    // Any other value may be a thenable: wait for what `await` would wait for.
    return returned === undefined ? processed() : Promise.resolve(returned).then(processed, thrown);
  } catch (error) {
    return thrown(error);
  }
}

function processed(): Processed {
  return { kind: 'processed' };
}

function thrown(error: unknown): Discarded | Failed {
  if (error instanceof PermanentError) return { kind: 'discarded', error };
  if (error instanceof RetryLater) return { kind: 'failed', error, retryAfter: error.after };
  return { kind: 'failed', error };
}
