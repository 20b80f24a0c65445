import type { Link, SpanContext } from '@opentelemetry/api';

/** Which delivery put an event into the inbox, for as long as this process remembers. */
export interface RememberedSpans {
  remember(eventId: string, span: SpanContext): void;
  /** Empty when it was another process, or too many events ago. */
  linksTo(eventId: string): Link[];
}

const MOST = 1000;

/** The last thousand: a link is a convenience, and `messaging.message.id` is on both spans in any case. */
export function rememberedSpans(): RememberedSpans {
  const spans = new Map<string, SpanContext>();
  return {
    remember(eventId, span) {
      // The first delivery of an event is the one that stored it.
      if (spans.has(eventId)) return;
      spans.set(eventId, span);
      const [oldest] = spans.keys();
      if (spans.size > MOST && oldest !== undefined) spans.delete(oldest);
    },
    linksTo(eventId) {
      const span = spans.get(eventId);
      return span ? [{ context: span }] : [];
    },
  };
}
