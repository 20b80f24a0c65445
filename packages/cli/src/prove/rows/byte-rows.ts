import { gzipSync } from 'node:zlib';
import type { Delivery } from '../bench.js';
import { mustAck, mustRefuse } from '../finding.js';
import type { Row } from '../row.js';

const base = { group: 'bytes', level: 'must', expected: 'a 2xx' } as const;

const NAME = 'Red Cross';
const LARGE_BYTES = 262_144;

const exactBytes =
  'The signature is over the bytes as they were sent. A receiver that parses the body and writes it anew signs other bytes, and refuses genuine events.';
const transport =
  'How a body is cut up on its way is not for the sender to say: proxies change it.';

/** A genuine body that comes out of a parser and a serialiser as something else. */
const exact = (
  name: string,
  sends: string,
  write: (body: string) => string | Uint8Array,
  options: Partial<Pick<Row, 'level' | 'why' | 'spec'>> = {},
): Row => row(name, sends, (body) => ({ body: write(body) }), options);

const row = (
  name: string,
  sends: string,
  delivery: (body: string) => Delivery,
  options: Partial<Pick<Row, 'level' | 'why' | 'spec'>> = {},
): Row => ({
  ...base,
  name,
  sends,
  why: exactBytes,
  spec: '5, step 2',
  ...options,
  run: async (bench) => {
    const body = JSON.stringify(bench.event('document_verification.recorded'));
    return mustAck(await bench.send(delivery(body)));
  },
});

/** Bodies that must be taken as they are. */
export const byteRows: readonly Row[] = [
  exact('indented', 'an event indented by two spaces', (body) =>
    JSON.stringify(JSON.parse(body), null, 2),
  ),
  exact('crlf', 'an indented event with CRLF at the ends of its lines', (body) =>
    JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\r\n'),
  ),
  exact(
    'spaces-after-separators',
    'an event as Python writes it: a space after each colon and comma',
    (body) => body.replaceAll('","', '", "').replaceAll('":', '": '),
  ),
  exact('trailing-newline', 'an event with a newline behind it', (body) => `${body}\n`),
  exact('key-order', 'metadata whose keys are "2", "1", in this order', (body) =>
    body.replace('"metadata":{', '"metadata":{"2":"b","1":"a",'),
  ),
  exact('duplicate-keys', 'an envelope with two ids, of which the last one counts', (body) =>
    body.replace('{', '{"id":"evt_first",'),
  ),
  exact('numbers', 'metadata with 1.0, 1e2, -0 and 12345678901234567890', (body) =>
    body.replace('"metadata":{', '"metadata":{"a":1.0,"b":1e2,"c":-0,"d":12345678901234567890,'),
  ),
  exact('unicode-escapes', 'a name written as \\u0052ed Cross', (body) =>
    body.replace(NAME, '\\u0052ed Cross'),
  ),
  exact('escaped-slashes', 'addresses with \\/ in place of /', (body) =>
    body.replaceAll('/', '\\/'),
  ),
  exact(
    'text-outside-ascii',
    'a name with letters of three alphabets and an emoji',
    (body) => body.replace(NAME, 'Zoë Nguyễn 王小明 🩺'),
    {
      why: 'Whoever counts or decodes characters instead of bytes signs something else, and refuses everybody whose name is not ASCII.',
    },
  ),
  exact('lone-line-separators', 'a name with U+2028, U+0000 as an escape, and DEL', (body) =>
    body.replace(NAME, 'a\u2028b\\u0000c\u007f'),
  ),
  exact('byte-order-mark', 'an event with a byte order mark before it', (body) => `\uFEFF${body}`, {
    level: 'should',
    why: 'Decoding throws the mark away, so what is verified afterwards are other bytes. No JSON should begin with one (RFC 8259 section 8.1).',
  }),
  row(
    'media-type-with-charset',
    'Content-Type: Application/JSON; charset=utf-8',
    (body) => ({
      body,
      contentType: 'Application/JSON; charset=utf-8',
    }),
    {
      level: 'should',
      spec: '4',
      why: 'Proxies add a charset. Media types have no case (RFC 9110 section 8.3.1).',
    },
  ),
  row(
    'chunked',
    'a body in chunks of 64 bytes, without a Content-Length',
    (body) => ({
      body,
      manner: 'in chunks',
    }),
    { why: transport, spec: '4' },
  ),
  row(
    'slow-body',
    'a body in ten pieces over two seconds',
    (body) => ({
      body,
      manner: 'slowly',
    }),
    { why: transport, spec: '4' },
  ),
  exact(
    'large-body',
    'an event of 256 KiB',
    (body) => body.replace(NAME, 'x'.repeat(LARGE_BYTES - body.length + NAME.length)),
    {
      level: 'should',
      spec: '8',
      why: 'Body parsers stop at 100 KB unless they are told otherwise. The specification shows no limit for payloads, and related objects can be included in every one.',
    },
  ),
  {
    ...base,
    name: 'compressed-after-signing',
    level: 'should',
    sends: 'Content-Encoding: gzip: an event that was compressed after it was signed',
    expected: 'no 2xx',
    spec: '5, step 2',
    why: 'The raw body is the compressed one, and that is not what was signed. Whoever inflates first lets a stranger inflate a bomb before any signature is looked at.',
    run: async (bench) => {
      const body = JSON.stringify(bench.event('document_verification.recorded'));
      return mustRefuse(await bench.send({ body, sent: gzipSync(body), encoding: 'gzip' }));
    },
  },
];
