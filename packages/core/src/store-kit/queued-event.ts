import type { EventEnvelope } from '../events/webhook-event.js';

/** The message that the inbox of a hosted queue sends, as JSON. */
export interface QueuedEvent {
  readonly event: EventEnvelope;
  /** The dedupe key: namespace and event id. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** Whether the body of a message has the shape of a {@link QueuedEvent}. */
export function isQueuedEvent(body: unknown): body is QueuedEvent {
  if (typeof body !== 'object' || body === null) return false;
  if (!('event' in body && 'key' in body && 'receivedAt' in body)) return false;
  const { event, key } = body;
  return typeof event === 'object' && event !== null && typeof key === 'string' && key !== '';
}
