import { isRecord } from '../../src/sandbox/is-record.js';

type Json = Readonly<Record<string, unknown>>;

/** Values of fields whose type alone does not tell a valid one. */
const byName: Json = {
  documentConfigSlug: 'rn-license',
  state: 'CA',
  since: '2026-01-01T00:00:00Z',
  eventType: 'document_verification.completed',
  url: 'http://localhost:3000/webhooks/screening',
};

const formats: Json = { 'date-time': '2026-01-01T00:00:00.000Z', date: '2026-01-01' };

/** A valid body of an operation: its required fields and no other. */
export function minimalBody(schema: Json): Json {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
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
