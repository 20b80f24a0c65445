import type { ParsedEvent } from '../events/parse-event.js';
import { resultId } from '../events/result-id.js';

/** The dedupe key of an event: its id, in a namespace, so that one store may serve many endpoints. */
export function dedupeKey(event: ParsedEvent, namespace: string | undefined): string {
  const integration = event.data['integrationId'];
  return `${namespace ?? (typeof integration === 'string' ? integration : '')}:${event.id}`;
}

/** The key of the result that an event brings. For an event without a result, or found by a poll, it is the event's own key. */
export function resultKey(event: ParsedEvent, namespace: string | undefined): string {
  return dedupeKey({ ...event, id: resultId(event) }, namespace);
}
