import { z } from 'zod';

/** A time in an answer. A handler gives a Date, which JSON shows in this form: in UTC, with milliseconds (ISO 8601). */
export const Time = z.iso.datetime({ precision: 3 }) as unknown as z.ZodType<string, Date | string>;

/** A value that the receiver does not change. */
type Unchanged<Value> = Value extends Date
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
    : Value;

/** An object as a handler may give it, for a schema of the API. */
export type WireOf<Schema extends z.ZodType> = Unchanged<z.input<Schema>>;

/** Picks the fields of a schema, in its order, also in the objects within. Other columns of a row do not get out. */
export function toWire<Schema extends z.ZodObject>(
  schema: Schema,
  values: WireOf<Schema>,
): WireOf<Schema> {
  return picked(schema, values) as typeof values;
}

function picked(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (schema instanceof z.ZodNullable) return picked(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => picked(schema.element, item));
  }
  if (!(schema instanceof z.ZodObject)) return value;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, picked(field, fields.get(name))]),
  );
}
