import { gzipSync } from 'node:zlib';
import type { Check } from '../check.js';
import type { Delivery } from '../check-context.js';
import { mustAck, mustRefuse } from '../finding.js';
import { pythonJson } from '../forms/python-json.js';

const base = { group: 'bytes', level: 'must', expected: 'a 2xx' } as const;

const NAME = 'Maria Fernanda Ortiz';
const LARGE_BYTES = 262_144;

const exactBytes =
  'The signature covers the bytes as sent. A receiver that parses and re-serializes the body verifies other bytes and refuses genuine events.';
const transport = 'Proxies may split a body differently from the sender.';

/** A genuine body that changes when it is parsed and re-serialized. */
const genuineBody = (
  name: string,
  sends: string,
  write: (body: string) => string | Uint8Array,
  options: Partial<Pick<Check, 'level' | 'why' | 'spec'>> = {},
): Check => bodyCheck(name, sends, (body) => ({ body: write(body) }), options);

const bodyCheck = (
  name: string,
  sends: string,
  delivery: (body: string) => Delivery,
  options: Partial<Pick<Check, 'level' | 'why' | 'spec'>> = {},
): Check => ({
  ...base,
  name,
  sends,
  why: exactBytes,
  spec: '5, step 2',
  ...options,
  run: async (context) => {
    return mustAck(await context.send(delivery(context.body())));
  },
});

/** Genuine bodies that must be acked unchanged. */
export const byteChecks: readonly Check[] = [
  genuineBody('indented', 'an event indented by two spaces', (body) =>
    JSON.stringify(JSON.parse(body), null, 2),
  ),
  genuineBody('crlf', 'an indented event with CRLF line endings', (body) =>
    JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\r\n'),
  ),
  genuineBody(
    'spaces-after-separators',
    'an event as json.dumps of Python writes it: a space after each colon and comma, escapes outside ASCII',
    (body) => pythonJson(JSON.parse(body.replace(NAME, 'Zoë Nguyễn 🩺'))),
  ),
  genuineBody('trailing-newline', 'an event with a newline at the end', (body) => `${body}\n`),
  genuineBody('key-order', 'metadata whose keys are "2", "1", in this order', (body) =>
    body.replace('"metadata":{', '"metadata":{"2":"b","1":"a",'),
  ),
  bodyCheck(
    'duplicate-keys',
    'an envelope with two ids, of which the last one counts',
    (body) => ({ body: body.replace('{', '{"id":"evt_first",'), doubtfulId: true }),
    {
      level: 'should',
      why: 'The signature covers both. Most parsers use the last one, but a parser may refuse such a body (RFC 8259 section 4).',
    },
  ),
  genuineBody('numbers', 'metadata with 1.0, 1e2, -0 and 12345678901234567890', (body) =>
    body.replace('"metadata":{', '"metadata":{"a":1.0,"b":1e2,"c":-0,"d":12345678901234567890,'),
  ),
  genuineBody('unicode-escapes', 'a name written as \\u004daria', (body) =>
    body.replace('Maria', '\\u004daria'),
  ),
  genuineBody('escaped-slashes', 'URLs with \\/ in place of /', (body) =>
    body.replaceAll('/', '\\/'),
  ),
  genuineBody(
    'text-outside-ascii',
    'a name with letters of three scripts and an emoji',
    (body) => body.replace(NAME, 'Zoë Nguyễn 王小明 🩺'),
    {
      why: 'A receiver that counts or decodes characters instead of bytes verifies other bytes and refuses every event with a name outside ASCII.',
    },
  ),
  genuineBody('lone-line-separators', 'a name with U+2028 and DEL', (body) =>
    body.replace(NAME, 'a\u2028b\u007f'),
  ),
  genuineBody(
    'null-character',
    'a name with U+0000 as an escape',
    (body) => body.replace(NAME, 'a\\u0000b'),
    {
      level: 'should',
      why: 'Valid JSON may contain it, but PostgreSQL and C strings cannot store it. An event that is refused for it is lost.',
    },
  ),
  genuineBody(
    'byte-order-mark',
    'an event with a byte order mark at the start',
    (body) => `\uFEFF${body}`,
    {
      level: 'should',
      why: 'Decoding drops the mark, so the receiver verifies other bytes. JSON should not begin with one (RFC 8259 section 8.1).',
    },
  ),
  bodyCheck(
    'media-type-with-charset',
    'Content-Type: Application/JSON; charset=utf-8',
    (body) => ({
      body,
      contentType: 'Application/JSON; charset=utf-8',
    }),
    {
      level: 'should',
      spec: '4',
      why: 'Proxies add a charset. Media types are case-insensitive (RFC 9110 section 8.3.1).',
    },
  ),
  bodyCheck(
    'chunked',
    'a body in chunks of 64 bytes, without a Content-Length',
    (body) => ({
      body,
      transferMode: 'in chunks',
    }),
    {
      level: 'should',
      why: `${transport} HTTP/1.1 requires it of recipients, but allows a server to demand a length with 411.`,
      spec: '4',
    },
  ),
  bodyCheck(
    'slow-body',
    'a body in ten pieces over two seconds',
    (body) => ({
      body,
      transferMode: 'slowly',
    }),
    { why: transport, spec: '4' },
  ),
  genuineBody(
    'large-body',
    'an event of 256 KiB',
    (body) => body.replace(NAME, 'x'.repeat(LARGE_BYTES - body.length + NAME.length)),
    {
      level: 'should',
      spec: '8',
      why: 'Body parsers often stop at 100 KB by default. The specification sets no limit for payloads, and each may include related objects.',
    },
  ),
  {
    ...base,
    name: 'compressed-after-signing',
    level: 'should',
    sends: 'Content-Encoding: gzip: an event compressed after signing',
    expected: 'no 2xx',
    spec: '5, step 2',
    why: 'The raw body is the compressed one, which was not signed. A receiver that inflates first lets anyone send a compression bomb before it checks a signature.',
    run: async (context) => {
      const body = context.body();
      return mustRefuse(await context.send({ body, sent: gzipSync(body), encoding: 'gzip' }));
    },
  },
];
