import { readFileSync } from 'node:fs';
import { type EventType, eventTypes } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';

const events = new URL('../../../packages/core/src/events/', import.meta.url);

/** A field of an event. */
interface Field {
  readonly name: string;
  /** As JSON writes it. */
  readonly type: string;
  readonly nullable: boolean;
  readonly what: string;
}

/** The members of an interface of the core, each with its type and the sentence above it. */
function membersOf(file: string, name: string) {
  const source = readFileSync(new URL(file, events), 'utf8');
  const [, body = ''] = source.split(new RegExp(`export interface ${name}\\b[^{]*\\{\n`));
  const [members = ''] = body.split('\n}\n');
  const pattern =
    /(?: {2}\/\*\* (?<what>.*?) \*\/\n)? {2}readonly (?<name>[\w.']+)\??: (?<type>.+);/g;
  return [...members.matchAll(pattern)].map(({ groups = {} }) => ({
    name: (groups['name'] ?? '').replaceAll("'", ''),
    type: groups['type'] ?? '',
    what: groups['what'] ?? '',
  }));
}

/** How JSON writes a type of the core. */
const jsonTypes: Readonly<Record<string, string>> = {
  'string | null': 'string',
  'readonly string[]': 'array of strings',
  DocumentVerificationStatus: 'string',
  OpenFormData: 'object',
  OpenMetadata: 'object',
  Verified: 'boolean',
  number: 'integer',
};

/** The fields of `data` of a document verification, in their order. */
export const record: readonly Field[] = membersOf(
  'document-verification.ts',
  'DocumentVerification',
).map(({ name, type, what }) => ({
  name,
  type: jsonTypes[type] ?? type,
  nullable: type.includes('| null'),
  what,
}));

/** The keys of every event. */
export const envelope: readonly Field[] = [
  [
    'id',
    'string',
    'The same in every delivery of the event: the key of deduplication. At most 255 characters.',
  ],
  ['type', 'string', 'One of the types on this page, or a newer one.'],
  ['created', 'string', 'When the event happened: ISO 8601, UTC.'],
  ['data', 'object', 'The whole object at the time of the event, not a reference to it.'],
].map(([name = '', type = '', what = '']) => ({ name, type, nullable: false, what }));

export const emitted = [
  'document_verification.completed',
  'document_verification.failed',
  'document_verification.recorded',
] as const;

/** For each type, the fields of `data` that differ between the types, as a page shows them. */
export const differences = emitted.map((type) => {
  const { verified, status, errorMessage } = fixture(type).data;
  return {
    type,
    verified: `${verified}`,
    status,
    errorMessage: errorMessage === null ? 'null' : 'a message',
  };
});

/** Every type of event: when it is sent, and whether it is sent today. */
export const types = membersOf('webhook-event.ts', 'EventDataByType').map(({ name, what }) => {
  if (!isEventType(name)) throw new Error(`The core does not know the event type ${name}.`);
  return { name, what, emitted: eventTypes.get(name)?.emitted === true };
});

function isEventType(name: string): name is EventType {
  return eventTypes.has(name);
}

/** An object with the keys in the order of the specification. */
function inOrder(value: object, order: readonly string[]): object {
  return Object.fromEntries(
    order.filter((key) => key in value).map((key) => [key, Reflect.get(value, key)]),
  );
}

/** A fixture as the service writes it: the envelope and the record in the order of the specification. */
export function payloadOf(type: EventType): object {
  const event = fixture(type);
  const isRecord = 'verificationId' in event.data;
  const data = isRecord
    ? inOrder(
        event.data,
        record.map(({ name }) => name),
      )
    : event.data;
  return inOrder({ ...event, data }, ['id', 'type', 'created', 'data']);
}

/** The module from which the dashboard shows the events. */
export function catalogueModule(): string {
  const catalogue = {
    envelope,
    record,
    types: types.map(({ name, what, emitted: isEmitted }) => {
      const { type: _, ...differs } = differences.find(({ type }) => type === name) ?? {};
      return { type: name, what, emitted: isEmitted, differs, example: payloadOf(name) };
    }),
  };
  return [
    '// Generated from the types of the core and the fixtures by docs/test/events-page.test.ts. Do not edit.',
    `export const eventCatalogue = ${JSON.stringify(catalogue, null, 2)};`,
  ]
    .join('\n\n')
    .concat('\n');
}
