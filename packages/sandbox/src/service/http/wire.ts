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

/** Picks the fields of a schema, in its order. Other columns of a row do not get out. */
export function toWire<Schema extends z.ZodObject>(
  { shape }: Schema,
  values: WireOf<Schema>,
): WireOf<Schema> {
  const fields: Readonly<Record<string, unknown>> = values;
  return Object.fromEntries(
    Object.keys(shape).map((name) => [name, fields[name]]),
  ) as typeof values;
}
