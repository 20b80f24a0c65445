import type { JsonSchema } from '../../api/json-schema.js';

export type Body = Readonly<Record<string, unknown>>;

/** The value at a path, as problem documents write it, such as `fields.0.key`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => bodyOf(inner)[name], value);
}

/** The body with another value at a path. `undefined` removes the property. */
export function withValueAt(body: Body, path: string, value: unknown): Body {
  return bodyOf(replaced(body, path.split('.'), value));
}

function replaced(value: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return next;
  const inner = replaced(bodyOf(value)[name], rest, next);
  if (Array.isArray(value)) return value.with(Number(name), inner);
  const { [name]: _former, ...others } = bodyOf(value);
  return inner === undefined ? others : { ...others, [name]: inner };
}

export function schemaAt(
  whole: JsonSchema,
  path: string,
): { schema: JsonSchema; required: boolean } {
  let schema = whole;
  let required = false;
  for (const name of path.split('.')) {
    required = schema.required?.includes(name) ?? false;
    schema = schema.items ?? schema.properties?.[name] ?? {};
  }
  return { schema, required };
}

/** The properties of an object that are in a schema, such as the ones that can be changed. */
export function known({ properties, items }: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((each) => known(items, each)) : value;
  if (!properties || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const schema = properties[name];
      return schema && inner !== undefined ? [[name, known(schema, inner)] as const] : [];
    }),
  );
}

export function bodyOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}
