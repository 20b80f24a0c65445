import { Problem } from './problem.js';

/** A field of a form. */
interface FormField {
  readonly name: string;
  readonly value: string | File;
  /** Whether it was sent in UTF-8, with its name and that of its file. */
  readonly isUtf8: boolean;
}

type Parsed = readonly [name: string, value: string | File];

// In a form of either type. Each byte is a character here.
const SENT_REPLACEMENT = /%[Ee][Ff]%[Bb][Ff]%[Bb][Dd]|\xef\xbf\xbd/g;

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
  const others = isSuspect ? await parse(withoutReplacements(bytes), contentType) : fields;
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

function withoutReplacements(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1').replaceAll(SENT_REPLACEMENT, '?');
  return Buffer.from(text, 'latin1');
}
