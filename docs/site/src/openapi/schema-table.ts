import type { Schema } from './document.ts';

/** The address of a schema that has a name. */
export function addressOfSchema(name: string): string {
  return `/rest/schemas.md#${name.toLowerCase()}`;
}

/** @returns the rows of an object's properties, and of those within them. Objects with a name are links. */
export function schemaTable(schema: Schema): string {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return '';
  return ['| field | type | |', '|---|---|---|', ...rows].join('\n');
}

function rowsOf(schema: Schema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    const own = `| \`${path}\` | ${typeOf(property)}${isRequired ? '' : '<br>optional'} | ${notesOf(property)} |`;
    return [own, ...nested(property, path)];
  });
}

function nested(schema: Schema, path: string): string[] {
  if (schema.properties) return rowsOf(schema, `${path}.`);
  if (schema.items) return nested(schema.items, `${path}[]`);
  return (schema.anyOf ?? []).flatMap((one) => nested(one, path));
}

/** @returns the type of a value in Markdown. */
export function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, type, format } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${name}](${addressOfSchema(name)})`;
  }
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  if (schema.const !== undefined) return code(schema.const);
  const types = typeof type === 'string' ? [type] : (type ?? ['any']);
  return types.map((one) => (one === 'string' && format ? format : one)).join(' or ');
}

/** @returns what is known of a value beside its type, in Markdown without line breaks. */
export function notesOf(schema: Schema): string {
  const values = valuesOf(schema);
  const notes = [
    schema.description === undefined ? '' : inCell(schema.description),
    values.length === 0 ? '' : `One of ${values.map(code).join(', ')}.`,
    schema.default === undefined ? '' : `Default ${code(schema.default)}.`,
    ...boundsOf(schema),
    schema.examples?.length
      ? `For example ${schema.examples.slice(0, 2).map(code).join(', ')}.`
      : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}

function valuesOf(schema: Schema): readonly unknown[] {
  if (schema.enum) return schema.enum;
  if (schema.items) return valuesOf(schema.items);
  return schema.anyOf?.flatMap((one) => one.enum ?? []) ?? [];
}

function boundsOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  return [
    range(minLength, maxLength, 'characters'),
    range(known(minimum), known(maximum), ''),
    range(minItems, maxItems, 'items'),
    ...(schema.anyOf ?? []).flatMap(boundsOf),
  ].filter((text) => text !== '');
}

/** A bound that says only that numbers are exact is none. */
function known(bound: number | undefined): number | undefined {
  return bound !== undefined && Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;
}

function range(low: number | undefined, high: number | undefined, of: string): string {
  const unit = of === '' ? '' : ` ${of}`;
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}.`;
  if (high !== undefined) return `At most ${high}${unit}.`;
  return low === undefined ? '' : `At least ${low}${unit}.`;
}

const code = (value: unknown): string =>
  `\`${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('|', '\\|')}\``;

/** A text as a cell of a table, where braces and angle brackets mean what they are. */
export function inCell(text: string): string {
  return text
    .replaceAll('\n', ' ')
    .replaceAll('|', '\\|')
    .replaceAll(/<(?![^`]*`)/g, '&lt;');
}
