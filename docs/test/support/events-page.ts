import { type EventType, signBody } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { differences, emitted, envelope, payloadOf, record, types } from './event-catalogue.js';

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

/** The parts of the page that are written by hand, because the types do not contain them. */
const words = {
  top: "What the service sends: each type of event, one whole body of it, and each field. A test makes this page from the types of\n[`@screening-webhooks/core`](../packages/core) and the fixtures of [`@screening-webhooks/testing`](../packages/testing), so\n`fixture('document_verification.completed')` is the event that you see here.",
  request:
    'The body of the first example below, without white space, signed with the secret `whsec_example`:',
  signed:
    'The signature is the HMAC-SHA256, in hex, of the text of `t`, a dot, and the bytes of the body. While a secret is rolled, the header\nhas a `v1` for each. A retry sends the same bytes with another `t` and another signature.',
  envelope:
    'All events have these four keys. None is ever null. An endpoint that asks for related objects gets a fifth, `related`: the\nspecification does not show its fields, so it has no type here, and `event` has it as it was sent. The sandbox puts `integration` and\n`documentConfig` in it, and `candidate`, `package` and `report` where there are any.',
  record:
    'By the specification, `data` has the same 17 fields in each of the three types, and only `errorMessage` may be null. Texts, lists and\nobjects may be empty. The receiver refuses an event whose `verified` contradicts its type, and otherwise passes `data` on\nas it was sent: [why](decisions/trusting-data.md). Check what you depend on with [schemas](../packages/core#schemas), which also type\n`formData` and `metadata`.',
  differs: 'The three types differ in these fields:',
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
    ({ name, what, emitted: isEmitted }) =>
      `| \`${name}\` | ${what} | ${isEmitted ? 'yes' : 'not yet'} |`,
  ),
].join('\n');

const envelopeTable = [
  '| key | type | what |',
  '|---|---|---|',
  ...envelope.map(({ name, type, what }) => `| \`${name}\` | ${type} | ${what} |`),
].join('\n');

const recordTable = [
  '| field of `data` | type | null | what |',
  '|---|---|---|---|',
  ...record.map(
    ({ name, type, nullable, what }) =>
      `| \`${name}\` | ${type} | ${nullable ? 'yes' : 'no'} | ${what} |`,
  ),
].join('\n');

const differenceTable = [
  '| type | `verified` | `status` | `errorMessage` |',
  '|---|---|---|---|',
  ...differences.map(
    ({ type, verified, status, errorMessage }) =>
      `| \`${type}\` | ${verified} | \`${status}\` | ${errorMessage} |`,
  ),
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
    differenceTable,
    words.status,
    words.files,
    '## `report.completed` and `candidate.completed`',
    words.announced,
    '## Other types and fields',
    words.other,
    words.see,
  ].join('\n\n')}\n`;
}
