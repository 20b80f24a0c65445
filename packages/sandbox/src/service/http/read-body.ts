import { limits } from '../limits/limits.js';
import { decodeForm } from './forms.js';
import { jsonFaults, keyFaults } from './json-faults.js';
import type { Accepts } from './operation.js';
import { fieldProblem, notUtf8, Problem, validationProblem } from './problem.js';

const { most: DEEPEST } = limits.jsonDepth;

/**
 * Reads the bytes of a request's body, or `undefined` if it has none.
 *
 * @throws Problem when they are encoded, of another type, or too many.
 */
export async function readBody(
  request: Request,
  { accepts }: { readonly accepts: Accepts },
): Promise<Uint8Array | undefined> {
  checkEncoding(request);
  const limits = new Map(Object.entries(accepts));
  const type = contentType(request);
  // A type that is not accepted is refused as such only if its body is not too large for every accepted type.
  const limit = limits.get(type ?? '') ?? Math.max(...limits.values());
  const bytes = await readUpTo(limit, request);
  if (bytes.length === 0 && type === undefined) return undefined;
  if (type === undefined || !limits.has(type)) {
    const expected = [...limits.keys()].join(' or ');
    throw new Problem('content_type_unsupported', `Content-Type: expected ${expected}.`);
  }
  // A CSV file can be empty. Without bytes, nothing else is of its type.
  return bytes.length === 0 && type !== 'text/csv' ? undefined : bytes;
}

/** Refuses a body that is compressed (RFC 9110, section 15.5.16): its bytes are not of the type that it names. */
export function checkEncoding({ headers }: Request): void {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw new Problem(
    'content_encoding_unsupported',
    'Content-Encoding: the service takes a body as it is. Send it uncompressed, and without this header.',
    {},
    { 'accept-encoding': 'identity' },
  );
}

export function contentType(request: Request): string | undefined {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
}

/** @throws Problem when the bytes are not what their type says, or cannot be kept as they are. */
export async function parseBody(bytes: Uint8Array | undefined, request: Request): Promise<unknown> {
  if (bytes === undefined) return undefined;
  switch (contentType(request)) {
    case 'multipart/form-data':
      return parseForm(bytes, request.headers.get('content-type') ?? '');
    case 'text/csv':
      // As a form with one file, so that one schema describes both.
      return { file: new File([Buffer.from(bytes)], '') };
    default:
      return parseJson(bytes);
  }
}

/** @throws Problem when the bytes are not JSON in UTF-8, nested too deep to be walked, or would be changed. */
export function parseJson(bytes: Uint8Array): unknown {
  const { text, parsed } = decodeJson(bytes);
  const faults = jsonFaults(text);
  if (faults.length > 0) throw validationProblem(faults);
  return parsed;
}

interface DecodedJson {
  readonly text: string;
  readonly parsed: unknown;
}

/** @throws Problem when the bytes are not JSON in UTF-8, or nested too deep to be walked. */
export function decodeJson(bytes: Uint8Array): DecodedJson {
  const decoded = decodeText(bytes);
  if (isNestedWithin(DEEPEST, decoded.parsed)) return decoded;
  throw new Problem('malformed_json', `The body is nested deeper than ${DEEPEST} levels.`);
}

function decodeText(bytes: Uint8Array): DecodedJson {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, parsed: JSON.parse(text) };
  } catch {
    throw new Problem('malformed_json', 'The body is not valid JSON in UTF-8.');
  }
}

// By levels, because a recursive walk of a hostile body overflows the stack.
function isNestedWithin(levels: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return true;
  }
  return false;
}

async function parseForm(bytes: Uint8Array, type: string): Promise<unknown> {
  const fields = await decodeForm(bytes, type);
  const before = new Set<string>();
  const faults = fields.flatMap(({ name, isUtf8 }) => {
    const ofKey = keyFaults([], name, before);
    before.add(name);
    return isUtf8 ? ofKey : [...ofKey, fieldProblem([name], notUtf8)];
  });
  if (faults.length > 0) throw validationProblem(faults);
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/** @throws Problem when the body has more bytes, or ends too early. */
export async function readUpTo(limit: number, request: Request): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > limit) throw tooLarge(limit);
  try {
    // The listener takes no more than was declared. It makes a stream only on demand, which takes as long as a statement.
    return declared === null
      ? await readStream(limit, request)
      : new Uint8Array(await request.arrayBuffer());
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The client has gone. It is not a failure of the service, and nobody reads the answer.
    throw new Problem('malformed_json', 'The body ended too early.');
  }
}

async function readStream(limit: number, { body }: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): Problem {
  return new Problem('payload_too_large', `The body is larger than ${limit} bytes.`, {
    facts: { most: limit, unit: 'bytes' },
  });
}
