import { z } from 'zod';
import { map, noLongerThan, text } from '../limits/bounded.js';
import { isLongerThan } from '../limits/characters.js';
import { limits } from '../limits/limits.js';

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
  return pickerOf(schema)(values) as typeof values;
}

type Picker = (value: unknown) => unknown;

// A schema is looked through once, and not for each object that is shown.
const pickers = new WeakMap<z.core.$ZodType, Picker>();

function pickerOf(schema: z.core.$ZodType): Picker {
  const known = pickers.get(schema);
  if (known) return known;
  const picker = makePicker(schema);
  pickers.set(schema, picker);
  return picker;
}

const asItIs: Picker = (value) => value;

function makePicker(schema: z.core.$ZodType): Picker {
  if (schema instanceof z.ZodNullable) return pickerOf(schema.unwrap());
  if (schema instanceof z.ZodArray) {
    const pick = pickerOf(schema.element);
    return (value) => (Array.isArray(value) ? value.map(pick) : value);
  }
  if (!(schema instanceof z.ZodObject)) return asItIs;
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    pick: pickerOf(field),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const picked: Record<string, unknown> = {};
    for (const { name, pick } of fields) {
      // A property of the prototype is not a field.
      picked[name] = Object.hasOwn(value, name) ? pick(Reflect.get(value, name)) : undefined;
    }
    return picked;
  };
}

/** A time in a request, with any offset from UTC. An offset can lead to a year that the database does not take. */
export const Instant = z.iso
  .datetime({ offset: true })
  .check(noLongerThan('time'))
  .refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1 && year <= 9999;
  }, 'must be in the years 1 to 9999 of UTC');

const { metadataKeys, metadataKey, metadataValue } = limits;

/** Data that a caller attaches to an object. The service never interprets it (spec section 2). */
export const Metadata = map('metadataKeys', text('metadataKey').min(1), z.unknown())
  .refine(
    (metadata) => !Object.values(metadata).some(isTooLong),
    `has a value longer than ${metadataValue.most} characters`,
  )
  .meta({
    id: 'Metadata',
    description: `At most ${metadataKeys.most} keys of ${metadataKey.most} characters; values of ${metadataValue.most}, of a text or else of its JSON.`,
    'x-max-value-characters': metadataValue.most,
  });

// A text is measured as it is: its quotes and escapes in JSON are none of its characters.
function isTooLong(value: unknown): boolean {
  return isLongerThan(
    metadataValue.most,
    typeof value === 'string' ? value : JSON.stringify(value),
  );
}
