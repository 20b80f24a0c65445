import type { EventEnvelope, HandlerContext } from '@screening-webhooks/core';

/** A handler that records its events. */
export interface RecordingHandler {
  (event: EventEnvelope, context: HandlerContext): Promise<unknown>;
  /** The event of every run, in order. */
  readonly events: readonly EventEnvelope[];
  /** The number of runs with one event. */
  readonly runsOf: (eventId: string) => number;
}

/**
 * A handler for tests that records its events.
 *
 * @param work Runs as the handler. Gets the event, the number of this run of the event (from 1), and the handler's context.
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
