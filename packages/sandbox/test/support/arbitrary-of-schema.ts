import fc, { type Arbitrary } from 'fast-check';
import { isRecord } from '../../src/handle/call-service.js';
import { resolved } from './openapi.js';

type Json = Readonly<Record<string, unknown>>;

/** Values that mostly match a schema of the OpenAPI document, and sometimes are any JSON. */
export function arbitraryOf(schema: unknown, document: Json): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: fitting(resolved(schema, document) ?? {}, document) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

function fitting(schema: Json, document: Json): Arbitrary<unknown> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  if ('const' in schema) return fc.constant(schema['const']);
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return fc.oneof(...choices.map((one) => arbitraryOf(one, document)));
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, document);
    case 'array':
      return fc.array(arbitraryOf(schema['items'] ?? {}, document), { maxLength: 4 });
    case 'string':
      return stringOf(schema);
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -1, max: 101 }), fc.double(), fc.maxSafeInteger());
    case 'boolean':
      return fc.boolean();
    default:
      return fc.jsonValue();
  }
}

function objectOf(schema: Json, document: Json): Arbitrary<unknown> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const known = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, arbitraryOf(value, document)]),
    ),
    { requiredKeys: Object.keys(properties).filter((key) => required.includes(key)) },
  );
  if (Object.keys(properties).length > 0) return known;
  return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue(), { maxKeys: 4 });
}

function stringOf(schema: Json): Arbitrary<string> {
  if (schema['format'] === 'date-time') {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  const { examples } = schema;
  return fc.oneof(
    ...(Array.isArray(examples)
      ? [{ weight: 9, arbitrary: fc.constantFrom(...examples.map(String)) }]
      : []),
    fc.constantFrom('CA', 'rn-license', 'cpr-card', 'document_verification.completed', 'x\0y', ''),
    fc.constantFrom('http://localhost:3000/', 'http://10.0.0.1/', 'file:///etc/passwd'),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ maxLength: 300 }),
  );
}
