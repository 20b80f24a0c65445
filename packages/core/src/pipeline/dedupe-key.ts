import { escapeKeyPart } from '../events/escape-key-part.js';
import type { ParsedEvent } from '../events/parse-event.js';
import { resultId } from '../events/result-id.js';

// Every key begins with a namespace and ends with an id. Both are escaped, so an event's key has exactly one colon, and
// the other keys have more: no two events, results, namespaces or integrations share a key.

/**
 * The dedupe key of an event. A poll has no event id of its own, only a result.
 *
 * @param namespace Separates endpoints and tenants that share a store. Default: the event's integration.
 */
export function eventKey(event: ParsedEvent, namespace: string | undefined): string {
  if (event.source === 'poll') return resultKey(event, namespace);
  return `${prefixOf(event, namespace)}:${escapeKeyPart(event.id)}`;
}

/** The key of the result that an event brings; its own key when it brings none. */
export function resultKey(event: ParsedEvent, namespace: string | undefined): string {
  const result = resultId(event);
  const bringsResult = result !== event.id || event.source === 'poll';
  const id = bringsResult && result.startsWith('result:') ? result : escapeKeyPart(event.id);
  return `${prefixOf(event, namespace)}:${id}`;
}

/** The key for "this result is stored in the inbox". A worker of the inbox claims the other two. */
export function storedKey(event: ParsedEvent, namespace: string | undefined): string {
  return `${prefixOf(event, namespace)}:stored:${escapeKeyPart(resultId(event))}`;
}

function prefixOf({ data }: ParsedEvent, namespace: string | undefined): string {
  const integration = data['integrationId'];
  return escapeKeyPart(namespace ?? (typeof integration === 'string' ? integration : ''));
}
