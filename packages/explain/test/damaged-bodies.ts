import { gzipSync } from 'node:zlib';
import type { Diagnosis } from '../src/diagnosis.js';
import { type Damaged, EVENT, headerOf, toExplain } from './sign-by-hand.js';

const COMPACT = JSON.stringify(EVENT);
const CRLF = JSON.stringify(EVENT, null, 2).replaceAll('\n', '\r\n');
const bytes = Buffer.from(COMPACT);

// As other languages write it. By hand, so that nothing here comes from the code under test.
const SPACED =
  '{"id": "evt_1", "n": [1, 2.0, {}], "data": {"name": "Zo\u00eb", "url": "https://files.example"}}';
const TIGHT =
  '{"id":"evt_1","n":[1,2.0,{}],"data":{"name":"Zo\u00eb","url":"https://files.example"}}';
const PYTHON = SPACED.replace('\u00eb', '\\u00eb');
const PHP = TIGHT.replace('\u00eb', '\\u00eb').replaceAll('/', '\\/');
const SORTED =
  '{"data":{"name":"Zo\u00eb","url":"https://files.example"},"id":"evt_1","n":[1,2.0,{}]}';
const MARKUP = '{"id":"evt_1","html":"<b>Zo\u00eb & \'co\'</b>"}';
const GO = MARKUP.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
const DOTNET = GO.replaceAll('\\u003c', '\\u003C')
  .replaceAll('\\u003e', '\\u003E')
  .replaceAll("'", '\\u0027')
  .replaceAll('\u00eb', '\\u00EB');

const LARGE = JSON.stringify('a'.repeat(262_143));

type Headers = readonly (readonly [string, string])[];

/** Signed as one body, passed as another. */
function body(
  name: string,
  sent: string | Uint8Array,
  got: string | Uint8Array,
  headers: Headers = [],
): Damaged {
  const delivery = toExplain(got, headerOf(sent), { headers });
  return { name, delivery, code: 'signature_mismatch', proven: true };
}

/** A cause that no MAC can prove. */
function fact(name: string, got: string | Uint8Array, headers: Headers = []): Damaged {
  return { ...body(name, COMPACT, got, headers), proven: false };
}

export const damagedBodies = {
  'body_text_changed: line break added at the end': [
    body('LF', COMPACT, `${COMPACT}\n`),
    body('CRLF', COMPACT, `${COMPACT}\r\n`),
  ],
  'body_text_changed: line break removed from the end': [
    body('LF', `${COMPACT}\n`, COMPACT),
    body('CRLF', `${COMPACT}\r\n`, COMPACT),
  ],
  'body_text_changed: white space added around it': [
    body('before and after', COMPACT, `\n  ${COMPACT} \n`),
  ],
  'body_text_changed: byte order mark added': [body('UTF-8', COMPACT, `\uFEFF${COMPACT}`)],
  'body_text_changed: byte order mark removed': [
    body('by request.text()', `\uFEFF${COMPACT}`, COMPACT),
  ],
  'body_text_changed: LF became CRLF': [
    body('a text mode', CRLF.replaceAll('\r', ''), CRLF),
    body('after a byte order mark', `\uFEFF${CRLF.replaceAll('\r', '')}`, `\uFEFF${CRLF}`),
  ],
  'body_text_changed: CRLF became LF': [body('a text mode', CRLF, CRLF.replaceAll('\r', ''))],
  body_padded: [body('Buffer.alloc', bytes, Buffer.concat([bytes, Buffer.alloc(7)]))],
  'body_reserialized: signed without white space': [
    body('indented by 2', COMPACT, JSON.stringify(EVENT, null, 2)),
    body('indented by 4', COMPACT, JSON.stringify(EVENT, null, 4)),
    body('indented by tabs', COMPACT, JSON.stringify(EVENT, null, '\t')),
    body('indented, and a line break after it', COMPACT, `${JSON.stringify(EVENT, null, 2)}\n`),
    body('spaced', TIGHT, SPACED),
    body('indented, after a byte order mark', COMPACT, `\uFEFF${JSON.stringify(EVENT, null, 2)}`),
  ],
  'body_reserialized: signed with a space after each separator': [
    body('compact', SPACED, TIGHT),
    body('Python, compact', PYTHON, TIGHT),
  ],
  'body_reserialized: signed with indentation': [
    ...[2, 4, '\t'].map((indent) =>
      body(`by ${JSON.stringify(indent)}`, JSON.stringify(EVENT, null, indent), COMPACT),
    ),
    body('with nothing inside', '{\n  "a": {},\n  "b": []\n}', '{"a":{},"b":[]}'),
  ],
  'body_reserialized: signed with keys in another order': [
    body('sent sorted', SORTED, TIGHT),
    body(
      'sorted since',
      TIGHT.replace('"n":[1,2.0,{}],', ''),
      SORTED.replace(',"n":[1,2.0,{}]', ''),
    ),
  ],
  'body_reserialized: signed with Unicode escapes': [
    body('one character', TIGHT.replace('\u00eb', '\\u00eb'), TIGHT),
    body('with slashes: PHP', PHP, TIGHT),
  ],
  'body_reserialized: signed with escaped slashes': [
    body('PHP, JSON_UNESCAPED_UNICODE', TIGHT.replaceAll('/', '\\/'), TIGHT),
  ],
  'body_reserialized: signed with HTML escapes': [
    body('Go', GO, MARKUP),
    body('.NET', DOTNET, MARKUP),
  ],
  'body_reserialized: signed without escapes': [
    body('unicode', TIGHT, TIGHT.replace('\u00eb', '\\u00eb')),
    body('slashes', TIGHT, TIGHT.replaceAll('/', '\\/')),
  ],
  'body_text_changed: UTF-8 was read as Latin-1': [
    body("Node's latin1", COMPACT, bytes.toString('latin1')),
    body('windows-1252', '{"price":"10 \u20ac"}', '{"price":"10 \u00e2\u201a\u00ac"}'),
  ],
  'body_text_changed: written as Latin-1': [
    body("Buffer.from(text, 'latin1')", COMPACT, Buffer.from(COMPACT, 'latin1')),
  ],
  'body_text_changed: written as UTF-16': [
    body('little endian', COMPACT, Buffer.from(COMPACT, 'utf16le')),
  ],
  body_base64: [
    body('a gateway', COMPACT, bytes.toString('base64')),
    body('in lines', COMPACT, bytes.toString('base64').replace(/.{76}/g, '$&\n')),
    body('a JSON string of it', COMPACT, JSON.stringify(bytes.toString('base64'))),
  ],
  'body_stringified: text': [body('text that was stringified', COMPACT, JSON.stringify(COMPACT))],
  'body_stringified: bytes': [
    body('a Buffer', COMPACT, JSON.stringify(bytes)),
    body('a Uint8Array', COMPACT, JSON.stringify(Uint8Array.from(bytes))),
    body('String(bytes)', COMPACT, String(Uint8Array.from(bytes))),
  ],
  body_in_gateway_event: [
    body('text', COMPACT, JSON.stringify({ body: COMPACT, isBase64Encoded: false })),
    body(
      'base64',
      COMPACT,
      JSON.stringify({ body: bytes.toString('base64'), isBase64Encoded: true }),
    ),
  ],
  body_form_encoded: [
    body('as a key', COMPACT, new URLSearchParams([[COMPACT, '']]).toString()),
    body('as a field', COMPACT, new URLSearchParams({ payload: COMPACT }).toString()),
  ],
  body_compressed: [body('gzip', COMPACT, gzipSync(bytes))],
  'body_decompressed: gzip was signed': [body('gzip of the same zlib', gzipSync(bytes), bytes)],
  'body_decompressed: Content-Encoding is gzip': [
    {
      ...body('proven', gzipSync(bytes), bytes, [['content-encoding', 'gzip']]),
      code: 'unsupported_encoding',
      detail: 'Content-Encoding is gzip; gzip was signed',
    },
    {
      ...body('by another compressor', gzipSync(bytes, { level: 1, memLevel: 1 }), bytes, [
        ['Content-Encoding', 'gzip'],
        ['Content-Length', '7'],
      ]),
      code: 'unsupported_encoding',
      proven: false,
      otherFindings: ['unknown_secret_or_body'],
    },
  ],
  'body_missing: empty': [fact('read before', '')],
  'body_missing: an empty object': [
    fact('express.json() that parsed nothing', '{}'),
    fact('with a space', '{ }'),
  ],
  'body_missing: the text of a JavaScript value': [
    '[object Object]',
    'undefined',
    'null',
    '[object ReadableStream]',
  ].map((text) => fact(text, text)),
  'body_length_mismatch: shorter than Content-Length, incomplete JSON': [
    fact('by 10 bytes', bytes.subarray(0, -10), [['Content-Length', String(bytes.length)]]),
  ],
  'body_length_mismatch: shorter than Content-Length': [
    fact('and still JSON', '{"id":"evt_1"}', [['Content-Length', String(bytes.length)]]),
  ],
  'body_length_mismatch: longer than Content-Length': [
    fact('by 3 bytes', `${COMPACT}abc`, [['content-length', String(bytes.length)]]),
  ],
  body_replacement_characters: [
    fact('bytes that were not UTF-8', Buffer.from(Buffer.from(COMPACT, 'latin1').toString('utf8'))),
  ],
  body_too_large_to_explain: [
    fact('over 256 KiB', 'a'.repeat(262_145)),
    { ...body('with a known damage', LARGE, `${LARGE}\n`), proven: false },
  ],
} satisfies Partial<Record<Diagnosis, readonly Damaged[]>>;
