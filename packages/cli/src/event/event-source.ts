import { type EventType, eventTypes } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { type Edit, nearest } from '@screening-webhooks/testing/faults';
import { UsageError } from 'screening-webhooks-terminal';
import { readNamedFile } from '../files/read-named-file.js';
import type { Host } from '../host.js';
import { parseObject } from '../json.js';
import { applyEdits } from './parse-edit.js';

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
 * byte for byte the same unless it is edited.
 *
 * @throws UsageError for an unknown type, with the nearest known one, and for a file that does not contain a JSON object.
 */
export async function eventSource(choice: EventChoice, host: Host): Promise<EventSource> {
  const { type, file, edits } = choice;
  if ((type === undefined) === (file === undefined)) {
    throw new UsageError(`give either an event type or --file; the types are ${types.join(', ')}.`);
  }
  if (file !== undefined) return fromFile(file, edits);
  if (type === undefined || !isEventType(type)) throw unknownType(type ?? '');
  const created = new Date(host.now()).toISOString();
  const make = (): string =>
    JSON.stringify(applyEdits({ ...fixture(type, { id: host.newEventId(), created }) }, edits));
  // Reports invalid edits before anything is sent.
  const first = make();
  return (index) => (index === 0 ? first : make());
}

async function fromFile(file: string, edits: readonly Edit[]): Promise<EventSource> {
  const text = (await readNamedFile(file, '--file')).toString('utf8');
  const event = parseObject(text);
  if (event === undefined) throw new UsageError(`--file: ${file} does not contain a JSON object.`);
  const edited = applyEdits(event, edits);
  const first = edits.length === 0 ? text : JSON.stringify(edited);
  // Further events get their own ids, otherwise the receiver would treat them as duplicates.
  return (index) =>
    index === 0
      ? first
      : JSON.stringify({ ...edited, id: `${String(edited['id'] ?? 'evt')}_${index + 1}` });
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
