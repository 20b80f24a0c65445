import { type Rejection, reject } from '../outcome/rejection.js';
import { isDocumentVerificationType } from './event-types.js';
import type { NoSchemas, Schemas } from './schemas.js';
import type { EventEnvelope, EventSource, WebhookEvent } from './webhook-event.js';

/** An envelope whose `data` is known to be an object. */
export interface ParsedEvent extends EventEnvelope {
  readonly data: Readonly<Record<string, unknown>>;
}

/** A parse result, wrapped because an event may have its own `ok` and `code` keys. */
export interface Parsed {
  readonly ok: true;
  readonly event: ParsedEvent;
}

const strictUtf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

// Longer than any identifier in use, and short enough for a key or an indexed column in every store.
const MAX_ID_CHARACTERS = 255;

// Lists and objects in each other. Code that walks an event calls itself for each level, and JSON.stringify of an inbox or a
// handler fails at some thousands.
const MOST_LEVELS = 512;

/**
 * Reads a verified body as an event: strict UTF-8 (a leading byte order mark is allowed, RFC 8259 section 8.1), JSON of at
 * most 512 levels, and the envelope of spec section 6. The signature vouches for `data`, so only a contradiction in it is
 * refused. Unknown keys are kept.
 */
export function parseEvent(body: Uint8Array): Parsed | Rejection {
  let text: string;
  let event: unknown;
  try {
    text = strictUtf8.decode(body);
    event = JSON.parse(text);
  } catch {
    return reject('event_malformed');
  }
  return checkEnvelope(withoutSource(event), !mayBeDeep(text));
}

// Each level has a bracket of its own. Counting them costs much less than a walk through the event.
function mayBeDeep(text: string): boolean {
  let brackets = 0;
  for (const bracket of '[{') {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      brackets += 1;
      if (brackets > MOST_LEVELS) return true;
    }
  }
  return false;
}

/** The receiver sets `source`; one in the envelope is dropped. */
function withoutSource(event: unknown): unknown {
  if (!isObject(event) || !Object.hasOwn(event, 'source')) return event;
  const { source: _, ...rest } = event;
  return rest;
}

/** The part of {@link parseEvent} that comes after the JSON. @param isShallow Whether it is known not to be too deep. */
export function checkEnvelope(event: unknown, isShallow: boolean = false): Parsed | Rejection {
  if (!isEnvelope(event) || !(isShallow || isWithin(event, MOST_LEVELS))) {
    return reject('event_malformed');
  }
  const contradiction = verifiedContradictsType(event);
  if (contradiction) {
    const issues = [{ message: contradiction, path: ['data', 'verified'] }];
    return reject('data_invalid', { issues });
  }
  return { ok: true, event };
}

function isEnvelope(value: unknown): value is ParsedEvent {
  return (
    isObject(value) &&
    isText(value['id']) &&
    fitsAnId(value['id']) &&
    isText(value['type']) &&
    isText(value['created']) &&
    isObject(value['data']) &&
    hasUsableIntegration(value['data'])
  );
}

// The integration becomes a part of the dedupe key, as the id does.
function hasUsableIntegration(data: Readonly<Record<string, unknown>>): boolean {
  const integration = data['integrationId'];
  return typeof integration !== 'string' || fitsAnId(integration);
}

// A handler reads the type or the flag, seldom both. An event whose type and flag contradict each other must reach no
// handler (spec section 3).
function verifiedContradictsType({ type, data }: ParsedEvent): string | undefined {
  if (!isDocumentVerificationType(type)) return undefined;
  const denied = type !== 'document_verification.completed';
  return data['verified'] === denied ? `${type} cannot have verified: ${denied}` : undefined;
}

/** Whether a text is short enough to be an event's id. */
export function fitsAnId(text: string): boolean {
  return text.length <= MAX_ID_CHARACTERS;
}

/** Whether lists and objects are at most so many levels deep. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    if (!isWithin(each, levels - 1)) return false;
  }
  return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * A validated envelope as the union that user code narrows. Only here is `data` assumed to have the shape of the
 * specification: the signature proves that the service sent it, the schemas (if given) that it has the shape.
 */
export function toWebhookEvent<Given extends Schemas = NoSchemas>(
  event: EventEnvelope,
): WebhookEvent<Given> {
  return event as WebhookEvent<Given>;
}

// Not enumerable, so that the event prints, spreads and compares as it was sent.
const fromWebhook: PropertyDescriptor = { value: 'webhook' satisfies EventSource };

/** Sets `source` to `webhook` on the event itself, unless it came by a poll. */
export function withSource<Event extends EventEnvelope>(event: Event): Event {
  return event.source === 'poll' ? event : Object.defineProperty(event, 'source', fromWebhook);
}
