import { PermanentError, RetryLater } from '../errors/errors.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { Discarded, Failed, Processed } from '../outcome/outcome.js';
import type { HandlerContext } from './handlers.js';
import type { AnyHandler } from './route.js';

/** How a handler ended. */
export type HandlerOutcome = Processed | Discarded | Failed;

/** Runs a handler. Never rejects. */
export async function runHandler(
  handler: AnyHandler,
  event: EventEnvelope,
  context: HandlerContext,
): Promise<HandlerOutcome> {
  try {
    await handler(event, context);
    return { kind: 'processed' };
  } catch (error) {
    return thrown(error);
  }
}

/** Why the signal of a handler aborts that took too long. */
export function handlerTimedOut(ms: number): Error {
  return new Error(`The handler did not end within handlerTimeout (${ms} ms).`);
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
