import { isDocumentVerificationType } from '../events/event-types.js';
import { fitsAnId, type ParsedEvent } from '../events/parse-event.js';
import type { EventEnvelope } from '../events/webhook-event.js';

// A colon joins the parts of a key, and a percent sign begins an escape. Text that is sent as UTF-8 cannot hold an unpaired
// surrogate, and PostgreSQL cannot hold U+0000.
const SPECIAL = /[%:\0\p{Surrogate}]/gu;
const SPECIAL_BUT_COLON = /[%\0\p{Surrogate}]/gu;

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

/**
 * The id of the result that a document verification event carries, the same by webhook and by poll: `result:` with the
 * record's `verificationId`, `status` and `completedAt`. For any other event, and for a record without these three fields
 * (or with more than 255 characters of them), it is the event's own id.
 *
 * @example
 * transactional(pool, handler, { key: resultId })
 */
export function resultId({ id, type, data }: EventEnvelope): string {
  if (!isDocumentVerificationType(type) || typeof data !== 'object' || data === null) return id;
  const verification = textIn(data, 'verificationId');
  const status = textIn(data, 'status');
  const completed = textIn(data, 'completedAt');
  if (!verification || !status || !completed) return id;
  const parts = [escapeKeyPart(verification), escapeKeyPart(status), escapeLastPart(completed)];
  const name = `result:${parts.join(':')}`;
  return fitsAnId(name) ? name : id;
}

function textIn(data: object, field: string): string {
  const value: unknown = Reflect.get(data, field);
  return typeof value === 'string' ? value : '';
}

/** Escapes a part of a key whose parts are joined by colons: no two keys are the same, and every store can hold each. */
export function escapeKeyPart(part: string): string {
  // Nearly every part has none of them, and a search costs a third of a replacement that finds nothing.
  return part.search(SPECIAL) < 0 ? part : part.replace(SPECIAL, escapeUnit);
}

/** The same for the last part of a key, whose colons are not ambiguous. */
export function escapeLastPart(part: string): string {
  return part.replace(SPECIAL_BUT_COLON, escapeUnit);
}

/** `%25` for a percent sign, `%3A` for a colon, `%00`, and `%D800` for an unpaired surrogate. */
function escapeUnit(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
