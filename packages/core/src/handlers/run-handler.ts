import { PermanentError } from '../errors/permanent-error.js';
import { RetryLater } from '../errors/retry-later.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { MaybePromise } from '../maybe-promise.js';
import type { Discarded, Failed, Processed } from '../pipeline/outcome.js';
import type { HandlerContext } from './handlers.js';
import type { AnyHandler } from './route.js';

/** How a handler ended. */
export type HandlerOutcome = Processed | Discarded | Failed;

/** Runs a handler and says how it ended. Never throws, never rejects. */
export function runHandler(
  handler: AnyHandler,
  event: EventEnvelope,
  context: HandlerContext,
): MaybePromise<HandlerOutcome> {
  try {
    const returned = handler(event, context);
    // Anything else may have a `then`, whatever it is: what `await` waits for, we wait for.
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
