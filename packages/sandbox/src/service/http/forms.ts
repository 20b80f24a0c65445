import { randomUUID } from 'node:crypto';
import { MIMEType } from 'node:util';
import { isLongerThan } from '../limits/characters.js';
import type { Fault } from '../limits/faults.js';
import { limits } from '../limits/limits.js';
import { Problem } from './problem.js';

/** A field of a form. */
interface FormField {
  readonly name: string;
  readonly value: string | File;
  /** Whether its name, and its text or the name of its file, were sent in UTF-8. */
  readonly isUtf8: boolean;
}

type Parsed = readonly [name: string, value: string | File];

const EXTENDED_NAME = /^content-disposition:[^\r\n]*;\s*filename\*=/im;

// U+FFFD in a URL-encoded form.
const ESCAPED = /%EF%BF%BD/gi;

/**
 * Decodes a form. The parser silently replaces bytes that are not UTF-8 with U+FFFD.
 *
 * @throws Problem when it is not a valid form, or a multipart one with too many parts, or too many headers in one.
 */
export async function decodeForm(
  body: Uint8Array,
  sentType: string,
): Promise<readonly FormField[]> {
  const { bytes, contentType } = isMultipart(sentType)
    ? withOwnBoundary(body, sentType)
    : { bytes: body, contentType: sentType };
  const fields = await parse(bytes, contentType);
  const isSuspect = fields.some(hasReplacement);
  // Without the U+FFFD that were sent, each that is left replaces other bytes.
  const others = isSuspect
    ? await parse(withoutReplacements(bytes, contentType), contentType)
    : fields;
  return fields.map(([name, value], at) => {
    const other = others[at];
    return { name, value, isUtf8: other !== undefined && !hasReplacement(other) };
  });
}

async function parse(bytes: Uint8Array, contentType: string): Promise<readonly Parsed[]> {
  try {
    const headers = { 'content-type': contentType };
    return [...(await new Response(Buffer.from(bytes), { headers }).formData())];
  } catch {
    const detail = EXTENDED_NAME.test(Buffer.from(bytes).toString('latin1'))
      ? 'A part of the form has filename*. Send the name as filename, in UTF-8 (RFC 7578, section 4.2).'
      : 'The body is not a valid form.';
    throw new Problem('malformed_multipart', detail);
  }
}

function hasReplacement([name, value]: Parsed): boolean {
  return `${name}${typeof value === 'string' ? value : value.name}`.includes('\ufffd');
}

/** The form with question marks in place of each U+FFFD. A file can have millions, for which a regular expression would take long. */
function withoutReplacements(bytes: Uint8Array, contentType: string): Uint8Array {
  const others = isMultipart(contentType) ? Buffer.from(bytes) : withoutEscaped(bytes);
  for (let at = 0; at < others.length; at += 1) {
    if (others[at] !== 0xef || others[at + 1] !== 0xbf || others[at + 2] !== 0xbd) continue;
    others[at] = others[at + 1] = others[at + 2] = QUESTION_MARK;
  }
  return others;
}

function withoutEscaped(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1').replaceAll(ESCAPED, '?');
  return Buffer.from(text, 'latin1');
}

const QUESTION_MARK = 0x3f;

const isMultipart = (contentType: string): boolean => /^multipart/i.test(contentType);

const { formParts, partHeaders } = limits;

/**
 * Gives a multipart form our own boundary. The parser of undici ends a part wherever it finds the text of the boundary, and a short
 * text occurs in many files. A sender also cannot show it another boundary than the one counted here. Many small parts, or many
 * headers, would take it far longer than their bytes.
 *
 * @throws Problem when the form has too many parts, or too many headers in one, or no boundary.
 */
function withOwnBoundary(
  body: Uint8Array,
  sentType: string,
): { readonly bytes: Buffer; readonly contentType: string } {
  const boundary = readBoundary(sentType);
  if (!boundary) throw new Problem('malformed_multipart', 'The form has no boundary.');
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const own = randomUUID();
  const pieces: Uint8Array[] = [];
  let parts = 0;
  let copied = 0;
  for (const { index, 0: line, 1: end } of delimiters(bytes, boundary)) {
    const start = index + line.length;
    const lineBreak = index === 0 ? '' : '\r\n';
    pieces.push(bytes.subarray(copied, index), Buffer.from(`${lineBreak}--${own}`));
    copied = start;
    if (end === '--') break;
    parts += 1;
    if (parts > formParts.most) throw tooLarge(`The form has more than ${formParts.most} parts.`);
    if (headersLength(bytes, start) > partHeaders.most) {
      throw tooLarge(`The headers of a part are larger than ${partHeaders.most} bytes.`);
    }
  }
  return {
    bytes: Buffer.concat([...pieces, bytes.subarray(copied)]),
    contentType: `multipart/form-data; boundary=${own}`,
  };
}

/** The lines that begin with the boundary (RFC 2046, section 5.1.1). */
function delimiters(bytes: Buffer, boundary: string) {
  const literal = boundary.replaceAll(/[^0-9A-Za-z]/g, (sign) => `\\x${hex(sign)}`);
  const line = new RegExp(`(?:^|\\r\\n)--${literal}(?=(--|\\r\\n))`, 'g');
  return bytes.toString('latin1').matchAll(line);
}

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(2, '0');

function readBoundary(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get('boundary');
  } catch {
    return null;
  }
}

// From the line break after the delimiter to the empty line.
function headersLength(bytes: Buffer, start: number): number {
  const head = bytes.subarray(start, start + partHeaders.most + 6);
  const end = head.indexOf('\r\n\r\n');
  return end === -1 ? head.length : end - 2;
}

function tooLarge(detail: string): Problem {
  return new Problem('payload_too_large', detail);
}

/** The fault of the name of a file. A name is kept as it was sent, or the file is refused. */
export function faultOfFileName(name: string): Fault | undefined {
  const { most } = limits.reference;
  if (isLongerThan(most, name)) {
    return { code: 'too_big', facts: { most, unit: 'characters', of: 'file_name' } };
  }
  if (!/\S/.test(name)) {
    return { code: 'invalid_format', facts: { form: 'not_blank', of: 'file_name' } };
  }
  if (!/\p{Cc}/u.test(name)) return undefined;
  return { code: 'invalid_characters', facts: { characters: 'control', of: 'file_name' } };
}
