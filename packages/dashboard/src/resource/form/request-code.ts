import { type LooseInput, urlOf } from '../../api/call.js';
import { type ChangeId, operationRow } from '../../api/operations.js';
import { bodyOf, listOf } from './body.js';

/** The request of a form. Its files are not uploaded yet. */
export interface FormRequest extends LooseInput {
  readonly operation: ChangeId;
}

/** A command line for a POSIX shell that sends a request with exactly these headers and bytes. */
export function curlOf({
  method = 'POST',
  url,
  headers = {},
  token,
  body,
}: {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The shell variable with the key. */
  readonly token?: string;
  readonly body?: string | File | undefined;
}): string {
  return [
    // Without --globoff, curl reads brackets and braces in a URL as a range.
    `curl --globoff --request ${method} ${quoted(url)}`,
    ...(token === undefined ? [] : [`--header "Authorization: Bearer $${token}"`]),
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(line(name, value))}`),
    // Not --data or --data-binary, which read a body that begins with @ as a file name.
    ...(typeof body === 'string' ? [`--data-raw ${quoted(body)}`] : []),
    ...(body instanceof File ? [`--data-binary ${quoted(`@${body.name}`)}`] : []),
  ].join(' \\\n  ');
}

/** Not `name:` for an empty value: curl would remove the header. */
function line(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

// In single quotes, only the single quote is special.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The request of a form for a shell. Variables hold the API key and the control token. */
export function curlOfForm({ operation, body, ...input }: FormRequest, origin: string): string {
  const { method, path } = operationRow(operation);
  const type = body instanceof File ? body.type : 'application/json';
  return curlOf({
    method,
    url: origin + urlOf(operation, input),
    token: path.startsWith('/v1/') ? 'SCREENING_API_KEY' : 'SCREENING_CONTROL_TOKEN',
    headers: body === undefined ? {} : { 'Content-Type': type },
    body: body instanceof File || body === undefined ? body : JSON.stringify(named(body), null, 2),
  });
}

/** The methods of a sandbox in code, by the control that they correspond to. */
const methods: Readonly<Partial<Record<ChangeId, string>>> = {
  addFault: 'fault',
  reset: 'reset',
  trigger: 'trigger',
};

/** The request of a form in TypeScript, with a sandbox in code. `undefined` if code cannot do it. */
export function typescriptOfForm(request: FormRequest): string | undefined {
  const { operation, path, query, body } = request;
  const { method, path: template } = operationRow(operation);
  const file = body instanceof File ? body : undefined;
  const sent = file ?? (body === undefined ? undefined : named(body));
  if (!template.startsWith('/v1/')) {
    return (
      methods[operation] && `await sandbox.${methods[operation]}(${sent ? literal(sent) : ''});\n`
    );
  }
  const options = literal({
    params: filled({ path: filled(parametersOf(template, path)), query: filled(query) }),
    headers: file && { 'content-type': file.type },
    body: sent,
    bodySerializer: file && String,
  });
  const imported = file ? "import { readFile } from 'node:fs/promises';\n\n" : '';
  const rest = options === '{}' ? '' : `, ${options}`;
  return `${imported}await sandbox.api.${method}('${template}'${rest});\n`;
}

function parametersOf(template: string, path: object = {}): object {
  const values = Object.entries(path).filter(([name]) => template.includes(`{${name}}`));
  return Object.fromEntries(values);
}

/** The properties that have a value. `undefined` if none has. */
function filled(object: object = {}): object | undefined {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined && value !== '');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function named(body: unknown): object {
  const idOf = (each: unknown) => (each instanceof File ? `<id of ${each.name}>` : each);
  const entries = Object.entries(bodyOf(body)).map(
    ([name, value]) => [name, Array.isArray(value) ? value.map(idOf) : value] as const,
  );
  return Object.fromEntries(entries);
}

export function namesFiles({ body }: FormRequest): boolean {
  return Object.values(bodyOf(body)).some((value) =>
    listOf(value).some((each) => each instanceof File),
  );
}

const LONGEST_LINE = 80;

function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return value.name;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof File) return `await readFile(${literal(value.name)}, 'utf8')`;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const rows = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([name, each]) => (isList ? '' : `${nameOf(name)}: `) + literal(each, inner));
  const [open, close, space] = isList ? '[]' : '{} ';
  if (rows.length === 0) return `${open}${close}`;
  const line = `${open}${space ?? ''}${rows.join(', ')}${space ?? ''}${close}`;
  if (line.length <= LONGEST_LINE && !line.includes('\n')) return line;
  return `${open}\n${rows.map((row) => `${inner}${row},\n`).join('')}${indent}${close}`;
}

/** The name of a property in a literal, in which a plain `__proto__` would set the prototype. */
function nameOf(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
