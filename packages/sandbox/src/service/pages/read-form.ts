import { decodeForm } from '../http/forms.js';
import { Problem } from '../http/problem.js';
import { checkEncoding } from '../http/read-body.js';
import { limits } from '../limits/limits.js';
import type { FieldError } from './field.js';

interface SentFile {
  readonly name: string;
  readonly content: Uint8Array;
}

export type SentForm = ReturnType<typeof sentForm>;

/** A form that was sent and refused. */
export interface RefusedForm {
  readonly form: SentForm;
  readonly errors: readonly FieldError[];
}

const { most: WHOLE } = limits.pageForm;
const { most: WITHOUT_FILES } = limits.pageFormFields;
// A body that is too large is still read up to here.
const { most: IGNORED } = limits.pageFormIgnored;

/** Reads the form in the body of a request. @throws Problem when the body is not a valid form, or is too large. */
export async function readForm(request: Request): Promise<SentForm> {
  checkEncoding(request);
  const contentType = request.headers.get('content-type') ?? '';
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  if (type !== 'multipart/form-data' && type !== 'application/x-www-form-urlencoded') {
    throw new Problem('content_type_unsupported', 'The body is not a form.');
  }
  const body = await readBody(request, type === 'multipart/form-data' ? WHOLE : WITHOUT_FILES);
  const fields = await decodeForm(body, contentType);
  return sentForm(await Promise.all(fields.map(sentField)));
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

interface SentField {
  readonly name: string;
  readonly value: string | SentFile;
  readonly isUtf8: boolean;
}

async function sentField({
  value,
  ...field
}: Awaited<ReturnType<typeof decodeForm>>[number]): Promise<SentField> {
  if (typeof value === 'string') return { ...field, value };
  const content = new Uint8Array(await value.arrayBuffer());
  return { ...field, value: { name: value.name, content } };
}

function sentForm(fields: readonly SentField[]) {
  const exactTexts = (name: string): string[] =>
    fields.flatMap((field) =>
      field.name === name && typeof field.value === 'string' ? [field.value] : [],
    );
  const texts = (name: string): string[] => exactTexts(name).map((text) => text.trim());
  return {
    texts,
    /** The first value of a field. A field that is missing, or is a file, is an empty string. */
    text: (name: string) => texts(name)[0] ?? '',
    /** Like `text`, with the space around it. */
    exactText: (name: string) => exactTexts(name)[0] ?? '',
    /** Whether a text of a field, or the name of a file, was not UTF-8, so that it is not what was sent. */
    isUnreadable: (name: string) => fields.some((field) => field.name === name && !field.isUtf8),
    /** The files of a field, without empty ones: a browser sends one when no file is chosen. */
    files: (name: string) =>
      fields.flatMap(({ name: of, value }) =>
        of === name && typeof value !== 'string' && value.content.length > 0 ? [value] : [],
      ),
  };
}
