import { MIMEType } from 'node:util';
import { firstCharacters } from '../limits/characters.js';
import { limits } from '../limits/limits.js';
import { Problem } from './problem.js';

/** A field of a form. */
interface FormField {
  readonly name: string;
  readonly value: string | File;
  /** Whether it was sent in UTF-8, with its name and that of its file. */
  readonly isUtf8: boolean;
}

type Parsed = readonly [name: string, value: string | File];

// U+FFFD in a form that is not of parts.
const ESCAPED = /%EF%BF%BD/gi;

/**
 * Decodes a form. The parser puts U+FFFD in place of bytes that are not UTF-8, and does not tell.
 *
 * @throws Problem when it is not a valid form.
 */
export async function decodeForm(
  bytes: Uint8Array,
  contentType: string,
): Promise<readonly FormField[]> {
  const fields = await parse(bytes, contentType);
  const isSuspect = fields.some(hasReplacement);
  // Without those that were sent, each that is left stands for other bytes.
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
    throw new Problem('malformed_multipart', 'The body is not a valid form.');
  }
}

function hasReplacement([name, value]: Parsed): boolean {
  return `${name}${typeof value === 'string' ? value : value.name}`.includes('\ufffd');
}

/** The form with question marks in place of each U+FFFD. A file can have millions, for which a regular expression takes long. */
function withoutReplacements(bytes: Uint8Array, contentType: string): Uint8Array {
  const others = /^multipart/i.test(contentType) ? Buffer.from(bytes) : withoutEscaped(bytes);
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

const { formParts, partHeaders } = limits;

/**
 * Checks a multipart form before it is parsed: many small parts, or many headers, take far longer than their bytes.
 *
 * @throws Problem when it has too many parts, or too many headers in one, or no boundary.
 */
export function checkForm(body: Uint8Array, contentType: string): void {
  const boundary = readBoundary(contentType);
  if (!boundary) throw new Problem('malformed_multipart', 'The form has no boundary.');
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
    const start = at + delimiter.length;
    if (bytes.subarray(start, start + 2).equals(closing)) continue;
    parts += 1;
    if (parts > formParts.most) throw tooLarge(`The form has more than ${formParts.most} parts.`);
    if (headersLength(bytes, start) > partHeaders.most) {
      throw tooLarge(`The headers of a part are larger than ${partHeaders.most} bytes.`);
    }
  }
}

const closing = Buffer.from('--');

// By the rules of the parser of forms, so that nobody shows the two of them different boundaries.
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

/** The name of a file as it is kept: in one line, and cut. @param otherwise The name of a file that has none. */
export function uploadedName(name: string, otherwise: string): string {
  const line = name.replaceAll(/\p{Cc}/gu, ' ').trim();
  return firstCharacters(limits.reference.most, line) || otherwise;
}
