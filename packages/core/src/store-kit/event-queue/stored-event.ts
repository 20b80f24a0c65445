import type { EventEnvelope } from '../../events/webhook-event.js';
import type { DeadLetter } from '../../inbox/inbox.js';

type Sha256 = (text: string) => string;

/** An event as the tables hold it. */
export interface StoredEvent {
  readonly eventId: string;
  /** A UUID made of the event id and the dedupe key. */
  readonly key: string;
  /** Events of one line run one after the other. */
  readonly line: string;
  /**
   * JSON text. As jsonb, PostgreSQL would reject `\u0000` and unpaired surrogates, which senders can put into form fields,
   * and would reorder keys.
   */
  readonly event: string;
}

/** Makes what the tables hold of an event. @param sha256 The hash of a text as UTF-8, in hexadecimal digits. */
export function storedEvent(
  event: EventEnvelope,
  key: string,
  orderBy: string | undefined,
  sha256: Sha256,
): StoredEvent {
  const eventId = keyText(event.id, sha256);
  const uuid = uuidOf(sha256(JSON.stringify([event.id, key])));
  const value = orderValue(event, orderBy);
  // The first character keeps the two kinds of lines apart.
  const line = value === undefined ? `#${uuid}` : `=${keyText(value, sha256)}`;
  return { eventId, key: uuid, line, event: JSON.stringify(event) };
}

/** An event that cannot run, because of what its storage has of it. */
export class UnreadableEvent {
  /** The reason of its dead letter. */
  readonly reason: string;

  constructor(state: 'gone' | 'ended by hand' | 'damaged') {
    this.reason = `never_ran: what the inbox had stored is ${state}`;
  }
}

/** Reads what a table or a queue holds of an event. Undefined or empty: nothing. */
export function readStoredEvent(text: string | undefined): EventEnvelope | UnreadableEvent {
  if (!text) return new UnreadableEvent('gone');
  try {
    const event: unknown = JSON.parse(text);
    return isEvent(event) ? event : new UnreadableEvent('damaged');
  } catch {
    return new UnreadableEvent('damaged');
  }
}

/** Whether it can be dispatched, which checks the rest. */
export function isEvent(value: unknown): value is EventEnvelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'id') === 'string' &&
    typeof Reflect.get(value, 'type') === 'string'
  );
}

/** The event of a dead letter. When it cannot be read, at most its id is known. */
export function eventOfLetter(
  stored: EventEnvelope | UnreadableEvent,
  id: string,
): DeadLetter['event'] {
  if (!(stored instanceof UnreadableEvent)) return stored;
  return { id, type: '(unreadable)', created: '', data: null };
}

/** The value that {@link keyText} was made of; of a long one, its digest. */
export function valueOfKeyText(text: string): string {
  if (text.startsWith('"')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/**
 * Text that a database accepts in an index: without NUL and unpaired surrogates, and short. Different values give different
 * texts: a digest begins with a quote, which is escaped in all other texts.
 */
export function keyText(value: string, sha256: Sha256): string {
  const text = JSON.stringify(value).slice(1, -1);
  return text.length <= 200 ? text : `"${sha256(text)}`;
}

// Version 8 (RFC 9562, section 5.8): 122 bits of the digest.
function uuidOf(digest: string): string {
  const variant = (8 + (Number.parseInt(digest.charAt(16), 16) & 3)).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

function orderValue(event: EventEnvelope, orderBy: string | undefined): string | undefined {
  if (orderBy === undefined || typeof event.data !== 'object' || event.data === null) return;
  const value: unknown = Reflect.get(event.data, orderBy);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
