import type { EventEnvelope, EventSource } from './webhook-event.js';

// Not enumerable, so that the event prints, spreads and compares as it was sent.
const fromWebhook: PropertyDescriptor = { value: 'webhook' satisfies EventSource };

/** Sets `source` to `webhook` on the event itself, unless it came by a poll. */
export function withSource<Event extends EventEnvelope>(event: Event): Event {
  return event.source === 'poll' ? event : Object.defineProperty(event, 'source', fromWebhook);
}
