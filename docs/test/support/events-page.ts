import { readFileSync } from 'node:fs';
import { type EventType, eventTypes, signBody } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';

const events = new URL('../../../packages/core/src/events/', import.meta.url);

interface Field {
  readonly name: string;
  readonly type: string;
  readonly what: string;
}

/** The fields of an interface of the core, each with the sentence above it. */
function fieldsOf(file: string, name: string): readonly Field[] {
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

const record = fieldsOf('document-verification.ts', 'DocumentVerification');
const types = fieldsOf('webhook-event.ts', 'EventDataByType');

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

const jsonBlock = (type: EventType): string =>
  `\`\`\`json\n${JSON.stringify(payloadOf(type), null, 2)}\n\`\`\``;

async function request(type: EventType): Promise<string> {
  const timestamp = Date.parse(fixture(type).created) / 1000;
  const body = JSON.stringify(payloadOf(type));
  const header = await signBody(body, { secret: 'whsec_example', timestamp });
  return [
    '```http',
    'POST /webhooks/screening HTTP/1.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Service-Signature: ${header}`,
    '```',
  ].join('\n');
}

/** The parts of the page that people write: what the types cannot say. */
const words = {
  top: "What the service sends: each type of event, one whole body of it, and each field. A test makes this page from the types of\n[`@screening-webhooks/core`](../packages/core) and the fixtures of [`@screening-webhooks/testing`](../packages/testing), so\n`fixture('document_verification.completed')` is the event that you see here.",
  request:
    'The body of the first example below, without white space, signed with the secret `whsec_example`:',
  signed:
    'The signature is the HMAC-SHA256, in hex, of the text of `t`, a dot, and the bytes of the body. While a secret is rolled, the header\nhas a `v1` for each. A retry sends the same bytes with another `t` and another signature.',
  envelope:
    'All events have these four keys. None is ever null. An endpoint that asks for related objects gets a fifth, `related`: the\nspecification does not show its fields, so it has no type here, and `event` has it as it was sent. The sandbox puts `integration` and\n`documentConfig` in it, and `candidate`, `package` and `report` where there are any.',
  record:
    'By the specification, `data` has the same 17 fields in each of the three types, and only `errorMessage` may be null. Texts, lists and\nobjects may be empty. The receiver refuses an event whose `verified` contradicts its type, and otherwise passes `data` on\nas it was sent: [why](decisions/trusting-data.md). Check what you depend on with [schemas](../README.md#schemas), which also type\n`formData` and `metadata`.',
  differs: 'What differs between the three types:',
  status:
    'Branch on the type of the event or on `verified`, not on `status`: of its values, the specification shows `VERIFIED` only. `FAILED` and\n`RECORDED` are those of the [sandbox](sandbox.md).',
  files:
    'The specification does not say how long the addresses of files work. If you keep the files, fetch them when the event arrives.',
  announced:
    'Announced, and not emitted yet: an endpoint cannot subscribe to them. Their payload is not specified, so `data` is an open object. The\nfixture has a guess, for tests of a `*` handler.',
  other:
    "Types and fields may be added. A type that has no handler is answered 200 `ignored`, unless there is a handler for `'*'`. Fields that\nthis version does not know reach the handler untouched. A handler for a type that is\n[newer than this version](../packages/core#types-that-are-newer-than-this-version) goes to `unknownTypes`.",
  see: 'See one for real, at a running sandbox: `npx @screening-webhooks/sandbox trigger document_verification.failed` prints the id of an\nevent, and `npx @screening-webhooks/sandbox events get <id>` prints the event. The dashboard shows the body of each attempt.',
};

const typeTable = [
  '| type | when | emitted |',
  '|---|---|---|',
  ...types.map(
    ({ name, what }) =>
      `| \`${name}\` | ${what} | ${eventTypes.get(name)?.emitted ? 'yes' : 'not yet'} |`,
  ),
].join('\n');

const envelopeTable = [
  '| key | type | what |',
  '|---|---|---|',
  '| `id` | string | The same in every delivery of the event: the key of deduplication. At most 255 characters. |',
  '| `type` | string | One of the types above, or a newer one. |',
  '| `created` | string | When the event happened: ISO 8601, UTC. |',
  '| `data` | object | The whole object at the time of the event, not a reference to it. |',
].join('\n');

const recordTable = [
  '| field of `data` | type | null | what |',
  '|---|---|---|---|',
  ...record.map(({ name, type, what }) => {
    const isNullable = type.includes('| null');
    return `| \`${name}\` | ${jsonTypes[type] ?? type} | ${isNullable ? 'yes' : 'no'} | ${what} |`;
  }),
].join('\n');

const emitted = [
  'document_verification.completed',
  'document_verification.failed',
  'document_verification.recorded',
] as const;

const differences = [
  '| type | `verified` | `status` | `errorMessage` |',
  '|---|---|---|---|',
  ...emitted.map((type) => {
    const { verified, status, errorMessage } = fixture(type).data;
    return `| \`${type}\` | ${verified} | \`${status}\` | ${errorMessage === null ? 'null' : 'a message'} |`;
  }),
].join('\n');

/** The page `docs/events.md`. */
export async function eventsPage(): Promise<string> {
  const [completed, failed, recorded] = emitted;
  return `${[
    '# Events and payloads',
    words.top,
    typeTable,
    '## A delivery',
    words.request,
    await request(completed),
    words.signed,
    '## The envelope',
    envelopeTable,
    words.envelope,
    ...[completed, failed, recorded].flatMap((type) => [`## \`${type}\``, jsonBlock(type)]),
    '## The record of a document verification',
    words.record,
    recordTable,
    words.differs,
    differences,
    words.status,
    words.files,
    '## `report.completed` and `candidate.completed`',
    words.announced,
    '## Other types and fields',
    words.other,
    words.see,
  ].join('\n\n')}\n`;
}
