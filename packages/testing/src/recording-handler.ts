import type { EventEnvelope, HandlerContext } from '@screening-webhooks/core';

/** A handler that remembers what it was given. */
export interface RecordingHandler {
  (event: EventEnvelope, context: HandlerContext): Promise<unknown>;
  /** Every event it was run with, in order. */
  readonly events: readonly EventEnvelope[];
  /** How often it was run with one event. */
  readonly runsOf: (eventId: string) => number;
}

/**
 * A handler for tests. `work` decides how a run ends: return, throw, or take its time.
 *
 * @param work Gets the event, which run of it this is (from 1), and the handler's context.
 * @example
 * const handler = recordingHandler((_event, run) => {
 *   if (run === 1) throw new Error('the database is down');
 * });
 */
export function recordingHandler(
  work: (event: EventEnvelope, run: number, context: HandlerContext) => unknown = () => {},
): RecordingHandler {
  const events: EventEnvelope[] = [];
  const runsOf = (eventId: string): number => events.filter(({ id }) => id === eventId).length;
  const handler = async (event: EventEnvelope, context: HandlerContext): Promise<unknown> => {
    events.push(event);
    return work(event, runsOf(event.id), context);
  };
  return Object.assign(handler, { events, runsOf });
}
