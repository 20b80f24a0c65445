import type { ExplainCause } from './causes.js';
import { gunzip, gzip } from './compression.js';
import { concatBytes } from './hmac.js';
import { jsonVariants } from './json-variants.js';
import { decodeLatin1, decodeUtf8, encodeUtf8 } from './text-codings.js';
import { unwrapBody } from './unwrap-body.js';

/** Bytes that may be those that were signed. */
export interface BodyVariant {
  /** What has to have happened to the body since, if they are. */
  readonly cause: ExplainCause;
  readonly bytes: Uint8Array;
}

/** Bodies over this many bytes are only tried as they are. */
export const MAX_VARIED_BYTES = 262_144;

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/** What a body may have been when it was signed, the commonest damage first. */
export async function* bodyVariants(body: Uint8Array): AsyncGenerator<BodyVariant> {
  if (body.length === 0 || body.length > MAX_VARIED_BYTES) return;
  const text = decodeUtf8(body);
  yield* edges(body);
  if (text !== undefined) {
    yield* lineEnds(text);
    for (const variant of jsonVariants(text.replace(/^\uFEFF/, ''))) {
      yield { cause: variant.cause, bytes: encodeUtf8(variant.text) };
    }
    yield* unwrapBody(text);
  }
  yield* charsets(body, text);
  yield* compressed(body);
}

function* edges(body: Uint8Array): Generator<BodyVariant> {
  const last = body.at(-1);
  if (last === 0x0a) {
    yield { cause: 'body_newline_added', bytes: body.subarray(0, -1) };
    if (body.at(-2) === 0x0d) yield { cause: 'body_newline_added', bytes: body.subarray(0, -2) };
  }
  yield { cause: 'body_newline_removed', bytes: concatBytes(body, Uint8Array.of(0x0a)) };
  yield { cause: 'body_newline_removed', bytes: concatBytes(body, Uint8Array.of(0x0d, 0x0a)) };
  if (BOM.every((byte, index) => body[index] === byte)) {
    yield { cause: 'body_bom_added', bytes: body.subarray(BOM.length) };
  } else {
    yield { cause: 'body_bom_removed', bytes: concatBytes(BOM, body) };
  }
  if (last === 0) {
    let end = body.length;
    while (body[end - 1] === 0) end -= 1;
    yield { cause: 'body_nul_padded', bytes: body.subarray(0, end) };
  }
}

function* lineEnds(text: string): Generator<BodyVariant> {
  const unix = text.replaceAll('\r\n', '\n');
  if (unix !== text) yield { cause: 'body_lf_to_crlf', bytes: encodeUtf8(unix) };
  const dos = unix.replaceAll('\n', '\r\n');
  if (dos !== text) yield { cause: 'body_crlf_to_lf', bytes: encodeUtf8(dos) };
  const trimmed = text.trim();
  if (trimmed !== text) yield { cause: 'body_white_space_added', bytes: encodeUtf8(trimmed) };
}

function* charsets(body: Uint8Array, text: string | undefined): Generator<BodyVariant> {
  if (text === undefined) {
    yield { cause: 'body_decoded_as_latin1', bytes: encodeUtf8(decodeLatin1(body)) };
  } else if (/\P{ASCII}/u.test(text)) {
    for (const charset of [ISO_LATIN_1, WINDOWS_1252]) {
      const bytes = bytesIn(text, charset);
      if (bytes) yield { cause: 'body_double_encoded', bytes };
    }
  }
  if (body.length % 2 === 0 && body.includes(0)) {
    const wide = new TextDecoder('utf-16le').decode(body);
    yield { cause: 'body_utf16', bytes: encodeUtf8(wide) };
  }
}

const ISO_LATIN_1 = decodeLatin1(Uint8Array.from({ length: 256 }, (_, byte) => byte));
// What the web means by latin1 (https://encoding.spec.whatwg.org/#names-and-labels). Written out, because the TextDecoder
// of Node 20 gives ISO-8859-1 for it.
const WINDOWS_80_TO_9F =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
const WINDOWS_1252 = ISO_LATIN_1.slice(0, 0x80) + WINDOWS_80_TO_9F + ISO_LATIN_1.slice(0xa0);

/** The bytes of a text in a charset of 256 characters; undefined when it has others. */
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
  const inflated = await gunzip(body, MAX_VARIED_BYTES);
  if (inflated) yield { cause: 'body_still_compressed', bytes: inflated };
  if (inflated) return;
  // Provable only where the sender's compressor writes what ours does; the headers may still tell.
  for (const bytes of await gzip(body)) yield { cause: 'body_inflated', bytes };
}
