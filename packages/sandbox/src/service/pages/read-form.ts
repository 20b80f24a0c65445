import { Problem } from '../http/problem.js';

/** A form as a browser has sent it. */
export interface SentForm {
  /** The first value of a field. A field that is missing, or is a file, is an empty string. */
  text(name: string): string;
  /** The same, with the space around it. */
  exactText(name: string): string;
  texts(name: string): readonly string[];
  /** The files of a field, without empty ones: a browser sends one when no file is chosen. */
  files(name: string): readonly Uint8Array[];
}

const MEBIBYTE = 1_048_576;
const WHOLE = 12 * MEBIBYTE;
// Fields only. A list of millions of them would take far more memory than its bytes.
const WITHOUT_FILES = MEBIBYTE / 4;
// A body that is too large is still read up to here: a browser shows no answer before it has sent everything.
const IGNORED = 64 * MEBIBYTE;
const MOST_PARTS = 200;

/** Reads the form in the body of a request. @throws Problem when the body is not a valid form, or is too large. */
export async function readForm(request: Request): Promise<SentForm> {
  const contentType = request.headers.get('content-type') ?? '';
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  if (type !== 'multipart/form-data' && type !== 'application/x-www-form-urlencoded') {
    throw new Problem('content_type_unsupported', 'The body is not a form.');
  }
  const body = await readBody(request, type === 'multipart/form-data' ? WHOLE : WITHOUT_FILES);
  if (type === 'multipart/form-data') checkParts(body, contentType);
  return sentForm(await parse(body, contentType));
}

async function readBody(request: Request, limit: number): Promise<Buffer> {
  let length = 0;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (length > IGNORED) break;
    }
  } catch {
    // The client has gone. It is not a failure of the service, and nobody reads the answer.
    throw new Problem('malformed_multipart', 'The body ended too early.');
  }
  if (length <= limit) return Buffer.concat(chunks);
  throw new Problem('payload_too_large', `The form is larger than ${limit} bytes.`);
}

// Parts are counted before they are read: thousands of small ones take long.
function checkParts(body: Buffer, contentType: string): void {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  let parts = 0;
  if (boundary !== undefined) {
    for (let at = body.indexOf(boundary); at !== -1; at = body.indexOf(boundary, at + 1)) {
      parts += 1;
      if (parts > MOST_PARTS) break;
    }
  }
  if (parts > 0 && parts <= MOST_PARTS) return;
  throw new Problem('malformed_multipart', 'The form has no parts, or too many.');
}

async function parse(body: Buffer, contentType: string): Promise<readonly SentField[]> {
  try {
    const headers = { 'content-type': contentType };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    return await Promise.all([...form].map(([name, value]) => sentField(name, value)));
  } catch {
    throw new Problem('malformed_multipart', 'The body is not a valid form.');
  }
}

interface SentField {
  readonly name: string;
  readonly value: string | Uint8Array;
}

async function sentField(name: string, value: string | File): Promise<SentField> {
  if (typeof value === 'string') return { name, value };
  return { name, value: new Uint8Array(await value.arrayBuffer()) };
}

function sentForm(fields: readonly SentField[]): SentForm {
  const exactTexts = (name: string): string[] =>
    fields.flatMap((field) =>
      field.name === name && typeof field.value === 'string' ? [field.value] : [],
    );
  const texts = (name: string): string[] => exactTexts(name).map((text) => text.trim());
  return {
    texts,
    text: (name) => texts(name)[0] ?? '',
    exactText: (name) => exactTexts(name)[0] ?? '',
    files: (name) =>
      fields.flatMap(({ name: of, value }) =>
        of === name && typeof value !== 'string' && value.length > 0 ? [value] : [],
      ),
  };
}
