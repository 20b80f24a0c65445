import type { JsonSchema } from '../../api/json-schema.js';

/** The schema of a value that may be null, without the null. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const [first, ...others] = (schema.anyOf ?? schema.oneOf ?? []).filter(
    ({ type }) => type !== 'null',
  );
  if (first && others.length === 0)
    return { ...schema, ...first, description: schema.description ?? first.description ?? '' };
  if (Array.isArray(schema.type)) {
    return { ...schema, type: schema.type.find((type) => type !== 'null') ?? 'string' };
  }
  return schema;
}

/** Whether null is a value. */
export function allowsNull({ type, anyOf, oneOf }: JsonSchema): boolean {
  return (
    type === 'null' ||
    (Array.isArray(type) && type.includes('null')) ||
    (anyOf ?? oneOf ?? []).some(allowsNull)
  );
}
