import { isRecord } from '../../src/handle/call-service.js';

type Json = Readonly<Record<string, unknown>>;

/** Valid values of fields whose schema does not determine one. */
const byName: Json = {
  documentConfigSlug: 'rn-license',
  state: 'CA',
  workState: 'CA',
  since: '2026-01-01T00:00:00Z',
  at: '2026-03-01T00:00:00Z',
  checkTypeSlug: 'certification',
  checkTypeSlugs: ['ssn-trace'],
  fields: [{ key: 'holderName' }],
  eventType: 'document_verification.completed',
  url: 'http://localhost:3000/webhooks/screening',
};

const formats: Json = { 'date-time': '2026-01-01T00:00:00.000Z', date: '2026-01-01' };

/** A valid body of an operation: only its required fields, or one field if it needs at least one. */
export function minimalBody(schema: Json): Json {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const [first] = Object.keys(properties);
  const needed = schema['minProperties'] && required.length === 0 ? [first] : required;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => needed.includes(name))
      .map(([name, property]) => [name, byName[name] ?? exampleOf(property)]),
  );
}

function exampleOf(schema: unknown): unknown {
  if (!isRecord(schema)) return {};
  for (const values of [schema['enum'], schema['examples']]) {
    if (Array.isArray(values)) return values[0];
  }
  switch (schema['type']) {
    case 'string':
      return formats[String(schema['format'])] ?? 'text';
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    default:
      return minimalBody(schema);
  }
}
