import type { Link, SpanContext } from '@opentelemetry/api';

/** Remembers, in this process, which delivery stored an event in the inbox. */
export interface SpanCache {
  add(eventId: string, span: SpanContext): void;
  /** Empty when another process stored the event, or when the cache no longer has it. */
  linksTo(eventId: string): Link[];
}

const MAX_SPANS = 1000;

/** Keeps the last 1,000 events. A missing link is acceptable: both spans have the same `messaging.message.id`. */
export function spanCache(): SpanCache {
  const spans = new Map<string, SpanContext>();
  return {
    add(eventId, span) {
      // The first delivery of an event stored it; later ones are duplicates.
      if (spans.has(eventId)) return;
      spans.set(eventId, span);
      const [oldest] = spans.keys();
      if (spans.size > MAX_SPANS && oldest !== undefined) spans.delete(oldest);
    },
    linksTo(eventId) {
      const span = spans.get(eventId);
      return span ? [{ context: span }] : [];
    },
  };
}
