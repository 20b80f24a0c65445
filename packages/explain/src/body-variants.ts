import { gunzip, gzip } from './compression.js';
import { concatBytes } from './concat-bytes.js';
import type { Diagnosis } from './diagnosis.js';
import { decodeLatin1, decodeUtf8, encodeUtf8 } from './encodings.js';
import { jsonVariants } from './json-variants.js';
import { unwrapBody } from './unwrap-body.js';

/** Bytes that may have been signed, and the change that they have undergone since. */
type BodyVariant = readonly [diagnosis: Diagnosis, bytes: Uint8Array];

/** Longer bodies are only tried as they are. */
export const MAX_SEARCHED_BYTES = 262_144;

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/** The bytes that may have been signed, the most common damage first. */
export async function* bodyVariants(body: Uint8Array): AsyncGenerator<BodyVariant> {
  if (body.length === 0 || body.length > MAX_SEARCHED_BYTES) return;
  const text = decodeUtf8(body);
  yield* ends(body);
  if (text !== undefined) {
    yield* lineBreaks(text);
    for (const [diagnosis, variant] of jsonVariants(text.replace(/^\uFEFF/, ''))) {
      yield [diagnosis, encodeUtf8(variant)];
    }
    yield* unwrapBody(text);
  }
  yield* charsets(body, text);
  yield* compressed(body);
}

function* ends(body: Uint8Array): Generator<BodyVariant> {
  const added = 'body_text_changed: line break added at the end';
  const removed = 'body_text_changed: line break removed from the end';
  const last = body.at(-1);
  if (last === 0x0a) yield [added, body.subarray(0, -1)];
  if (last === 0x0a && body.at(-2) === 0x0d) yield [added, body.subarray(0, -2)];
  yield [removed, concatBytes(body, Uint8Array.of(0x0a))];
  yield [removed, concatBytes(body, Uint8Array.of(0x0d, 0x0a))];
  if (BOM.every((byte, index) => body[index] === byte)) {
    yield ['body_text_changed: byte order mark added', body.subarray(BOM.length)];
  } else {
    yield ['body_text_changed: byte order mark removed', concatBytes(BOM, body)];
  }
  if (last === 0) {
    let end = body.length;
    while (body[end - 1] === 0) end -= 1;
    yield ['body_padded', body.subarray(0, end)];
  }
}

function* lineBreaks(text: string): Generator<BodyVariant> {
  const unix = text.replaceAll('\r\n', '\n');
  if (unix !== text) yield ['body_text_changed: LF became CRLF', encodeUtf8(unix)];
  const dos = unix.replaceAll('\n', '\r\n');
  if (dos !== text) yield ['body_text_changed: CRLF became LF', encodeUtf8(dos)];
  const trimmed = text.trim();
  if (trimmed !== text)
    yield ['body_text_changed: white space added around it', encodeUtf8(trimmed)];
}

function* charsets(body: Uint8Array, text: string | undefined): Generator<BodyVariant> {
  if (text === undefined) {
    yield ['body_text_changed: written as Latin-1', encodeUtf8(decodeLatin1(body))];
  } else if (/\P{ASCII}/u.test(text)) {
    for (const charset of [ISO_LATIN_1, WINDOWS_1252]) {
      const bytes = bytesIn(text, charset);
      if (bytes) yield ['body_text_changed: UTF-8 was read as Latin-1', bytes];
    }
  }
  if (body.length % 2 === 0 && body.includes(0)) {
    const wide = new TextDecoder('utf-16le').decode(body);
    yield ['body_text_changed: written as UTF-16', encodeUtf8(wide)];
  }
}

const ISO_LATIN_1 = decodeLatin1(Uint8Array.from({ length: 256 }, (_, byte) => byte));
// On the web, latin1 means this charset (https://encoding.spec.whatwg.org/#names-and-labels). Written out, because the
// TextDecoder of Node 20 decodes it as ISO-8859-1.
const WINDOWS_80_TO_9F =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
const WINDOWS_1252 = ISO_LATIN_1.slice(0, 0x80) + WINDOWS_80_TO_9F + ISO_LATIN_1.slice(0xa0);

/** The bytes of a text in a charset of 256 characters, or `undefined` if the text has other characters. */
function bytesIn(text: string, charset: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const byte = charset.indexOf(text.charAt(index));
    if (byte === -1) return undefined;
    bytes[index] = byte;
  }
  return bytes;
}

async function* compressed(body: Uint8Array): AsyncGenerator<BodyVariant> {
  const inflated = await gunzip(body, MAX_SEARCHED_BYTES);
  if (inflated) {
    yield ['body_compressed', inflated];
    return;
  }
  // Matches only if the sender's compressor writes the same bytes as this one.
  for (const bytes of await gzip(body)) yield ['body_decompressed: gzip was signed', bytes];
}
