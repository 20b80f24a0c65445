import { PermanentError } from '../errors/permanent-error.js';
import { RetryLater } from '../errors/retry-later.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { Discarded, Failed, Processed } from '../pipeline/outcome.js';
import type { HandlerContext } from './handlers.js';
import type { AnyHandler } from './route.js';

/** How a handler ended. */
export type HandlerOutcome = Processed | Discarded | Failed;

/** Runs a handler and says how it ended. Never rejects; the `try` holds the handler and nothing else. */
export async function runHandler(
  handler: AnyHandler,
  event: EventEnvelope,
  context: HandlerContext,
): Promise<HandlerOutcome> {
  const sourced = withSource(event);
  try {
    await handler(sourced, context);
  } catch (error) {
    if (error instanceof PermanentError) return { kind: 'discarded', error };
    if (error instanceof RetryLater) return { kind: 'failed', error, retryAfter: error.after };
    return { kind: 'failed', error };
  }
  return { kind: 'processed' };
}

// On a copy: the event is also the observer's, or the caller's of `dispatch`.
function withSource(event: EventEnvelope): EventEnvelope {
  return event.source === 'poll'
    ? event
    : Object.defineProperty({ ...event }, 'source', { value: 'webhook' });
}
