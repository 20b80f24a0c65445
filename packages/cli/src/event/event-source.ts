import { type EventType, eventTypes } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { type Edit, type EditedEvent, nearest } from '@screening-webhooks/testing/faults';
import {
  nameOfFile,
  printable,
  readNamedText,
  type Terminal,
  UsageError,
} from 'screening-webhooks-terminal';
import type { Host } from '../host.js';
import { parseObject } from '../json.js';
import { applyEdits, optionOf } from './parse-edit.js';

/** The options that select the event to send. */
export interface EventChoice {
  readonly type: string | undefined;
  readonly file: string | undefined;
  readonly edits: readonly Edit[];
}

/** Returns the body of the n-th event, from 0. Each event has its own id. */
export type EventSource = (index: number) => string;

const types = [...eventTypes.keys()];

/**
 * Creates fixture events of a type, each with a new id and the current time, or reads the event of a file, which stays
 * byte for byte the same unless it is edited; only its byte order mark is left out, which is not JSON.
 *
 * @throws UsageError for an unknown type, with the nearest known one, and for a file that does not contain a JSON object.
 */
export async function eventSource(
  choice: EventChoice,
  terminal: Pick<Terminal, 'readInput' | 'err'>,
  host: Host,
): Promise<EventSource> {
  const { type, file, edits } = choice;
  if ((type === undefined) === (file === undefined)) {
    throw new UsageError(`give either an event type or --file; the types are ${types.join(', ')}.`);
  }
  if (file !== undefined) return fromFile(file, edits, terminal);
  if (type === undefined || !isEventType(type)) throw unknownType(type ?? '');
  const created = new Date(host.now()).toISOString();
  const make = (): EditedEvent =>
    applyEdits({ ...fixture(type, { id: host.newEventId(), created }) }, edits);
  // Reports invalid edits before anything is sent.
  const first = make();
  warn(first, terminal);
  return (index) => JSON.stringify((index === 0 ? first : make()).event);
}

async function fromFile(
  file: string,
  edits: readonly Edit[],
  terminal: Pick<Terminal, 'readInput' | 'err'>,
): Promise<EventSource> {
  const text = await readNamedText(file, '--file', terminal);
  const event = parseObject(text);
  if (event === undefined) {
    throw new UsageError(`--file: ${nameOfFile(file)} does not contain a JSON object.`);
  }
  const result = applyEdits(event, edits);
  warn(result, terminal);
  const { event: edited } = result;
  const first = edits.length === 0 ? text : JSON.stringify(edited);
  // Further events get their own ids, otherwise the receiver would treat them as duplicates.
  return (index) =>
    index === 0
      ? first
      : JSON.stringify({ ...edited, id: `${String(edited['id'] ?? 'evt')}_${index + 1}` });
}

function warn({ warnings }: EditedEvent, { err }: Pick<Terminal, 'err'>): void {
  for (const each of warnings) err(`warning: ${optionOf(each)}: ${printable(each.message)}\n`);
}

function isEventType(type: string): type is EventType {
  return eventTypes.has(type);
}

function unknownType(type: string): UsageError {
  const meant = nearest(type, types);
  return new UsageError(
    meant === undefined
      ? `unknown event type "${type}"; the types are ${types.join(', ')}.`
      : `unknown event type "${type}"; did you mean ${meant}?`,
  );
}
