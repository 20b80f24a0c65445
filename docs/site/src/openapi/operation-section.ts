import type { Operation, States } from './document.ts';
import { inCell, notesOf, typeOf } from './schema-table.ts';

/** The context of the section of an operation. */
export interface Place {
  readonly method: string;
  readonly path: string;
  /** The address of the state diagram of what it acts on. */
  readonly states: string | undefined;
}

/** @returns the section of an operation: what it is allowed for, what it takes, what it answers. */
export function operationSection(operation: Operation, { method, path, states }: Place): string {
  return [
    `## ${operation.summary} {#${operation.operationId.toLowerCase()}}`,
    `<p class="operation"><span class="method ${method}">${method.toUpperCase()}</span> <code v-pre>${path}</code></p>`,
    operation.description ?? '',
    rights(operation),
    allowed(operation, states),
    parameterTable(operation),
    body(operation),
    answers(operation),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function rights(operation: Operation): string {
  const scopes = (operation['x-scopes'] ?? []).map((scope) => `\`${scope}\``).join(' or ');
  const notes = [
    `Operation \`${operation.operationId}\`.`,
    scopes === '' ? '' : `Needs a key with the scope ${scopes}.`,
    operation['x-partner'] ? 'The key must be one of a partner.' : '',
    operation['x-tenant-wide'] ? 'The key must be bound to no integration.' : '',
    operation['x-shown'] === false ? 'A decision of this sandbox, not in the specification.' : '',
    operation['x-lifecycle']?.stage === 'deprecated' ? '**Deprecated.**' : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}

function allowed(operation: Operation, states: string | undefined): string {
  const lines = [
    ...sentences(operation['x-allowed-when'], ''),
    ...Object.entries(operation['x-allowed-for'] ?? {}).flatMap(([field, values]) =>
      Object.entries(values).flatMap(([value, when]) =>
        sentences(when, `with \`${field}\` \`${value}\``),
      ),
    ),
    ...(operation['x-guard'] ? [`Only if ${operation['x-guard']}.`] : []),
    ...(operation['x-not-before']
      ? [`Not before the time in \`${operation['x-not-before']}\`.`]
      : []),
    ...Object.entries(operation['x-earliest'] ?? {}).map(
      ([field, bound]) => `\`${field}\` is not before the time in \`${bound}\`.`,
    ),
  ];
  if (lines.length === 0) return '';
  const diagram = states === undefined ? '' : ` See its [states](${states}).`;
  const [first] = lines;
  const text = lines.length === 1 ? `${first}` : lines.map((line) => `- ${line}`).join('\n');
  return `### States {#${operation.operationId.toLowerCase()}-states}\n\nOtherwise the answer is 409.${diagram}\n\n${text}`;
}

function sentences(when: States | undefined, condition: string): string[] {
  const parts = Object.entries(when ?? {}).map(
    ([name, values]) => `\`${name}\` is ${values.map((value) => `\`${value}\``).join(' or ')}`,
  );
  if (parts.length === 0) return [];
  return [`Allowed ${condition === '' ? '' : `${condition} `}when ${parts.join(', and ')}.`];
}

function parameterTable(operation: Operation): string {
  if (operation.parameters.length === 0) return '';
  const rows = operation.parameters.map(({ name, in: where, required, description, schema }) => {
    const notes = [description === undefined ? '' : inCell(description), notesOf(schema)];
    const type = `${typeOf(schema)}<br>${where}${required ? '' : ', optional'}`;
    return `| \`${name}\` | ${type} | ${[...new Set(notes)].filter(Boolean).join(' ')} |`;
  });
  const heading = `### Parameters {#${operation.operationId.toLowerCase()}-parameters}`;
  return `${heading}\n\n| parameter | type | |\n|---|---|---|\n${rows.join('\n')}`;
}

function body(operation: Operation): string {
  const kinds = Object.entries(operation.requestBody?.content ?? {});
  if (kinds.length === 0) return '';
  const lines = kinds.map(([type, { schema }]) => {
    const notes = schema.$ref === undefined ? notesOf(schema) : '';
    return `- \`${type}\`: ${typeOf(schema)}${notes === '' ? '' : `. ${notes}`}`;
  });
  return `### Body {#${operation.operationId.toLowerCase()}-body}\n\n${lines.join('\n')}`;
}

function answers(operation: Operation): string {
  const rows = Object.entries(operation.responses).map(([status, response]) => {
    const codes = response['x-codes'];
    if (codes) return `| ${status} | ${codes.map((one) => `\`${one}\``).join(', ')} |`;
    const shapes = Object.values(response.content ?? {}).map(({ schema }) => typeOf(schema));
    const meaning = shapes.length === 0 ? inCell(response.description) : shapes.join(' or ');
    return `| ${status} | ${meaning} |`;
  });
  const heading = `### Answers {#${operation.operationId.toLowerCase()}-answers}`;
  return `${heading}\n\n| status | body, or \`code\` of the problem |\n|---|---|\n${rows.join('\n')}`;
}
