import { z } from 'zod';
import { map, noLongerThan, text } from '../limits/bounded.js';
import { isLongerThan } from '../limits/characters.js';
import { faultParams } from '../limits/faults.js';
import { forms } from '../limits/forms.js';
import { limits } from '../limits/limits.js';

/** A time in an answer. A handler gives a Date, which JSON shows in this form: in UTC, with milliseconds (ISO 8601). */
export const Time = z.iso.datetime({ precision: 3 }) as unknown as z.ZodType<string, Date | string>;

/** Marks a field with personal data or a secret. The request log does not keep its value. */
export const sensitive = { 'x-sensitive': true } as const;

/** A value that the receiver does not change. */
type Unchanged<Value> = Value extends Date
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
    : Value;

/** An object as a handler may give it, for a schema of the API. */
export type WireOf<Schema extends z.ZodType> = Unchanged<z.input<Schema>>;

/** Picks the fields of a schema, in its order, also in nested objects. Other columns of a row are never exposed. */
export function toWire<Schema extends z.ZodObject>(
  schema: Schema,
  values: WireOf<Schema>,
): WireOf<Schema> {
  return pickerOf(schema)(values) as typeof values;
}

type Picker = (value: unknown) => unknown;

// A schema is inspected once, and not for each object that is shown.
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
  .refine(
    (text) => {
      const year = new Date(text).getUTCFullYear();
      // A text that is not a time has one fault, not two.
      return Number.isNaN(year) || (year >= 1 && year <= 9999);
    },
    faultParams({ code: 'invalid_format', facts: { form: 'year' } }),
  );

const { metadataKeys, metadataKey, metadataValue } = limits;

/** Data that a caller attaches to an object. The service never interprets it (spec section 2). */
export const Metadata = map('metadataKeys', text('metadataKey').min(1), z.unknown())
  .refine(
    (metadata) => !Object.values(metadata).some(isTooLong),
    faultParams({
      code: 'too_big',
      facts: { most: metadataValue.most, unit: 'characters', of: 'value' },
    }),
  )
  .meta({
    id: 'Metadata',
    description: `At most ${metadataKeys.most} keys of ${metadataKey.most} characters. A value can have ${metadataValue.most} characters: a text as it is, other values as JSON.`,
    'x-max-value-characters': metadataValue.most,
  });

// A text is measured as it is: its quotes and escapes in JSON do not count.
function isTooLong(value: unknown): boolean {
  return isLongerThan(
    metadataValue.most,
    typeof value === 'string' ? value : JSON.stringify(value),
  );
}

/** The states, the District of Columbia and the territories, by their postal codes. */
export const stateNames: ReadonlyMap<string, string> = new Map([
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
  ['DC', 'District of Columbia'],
  ['AS', 'American Samoa'],
  ['GU', 'Guam'],
  ['MP', 'Northern Mariana Islands'],
  ['PR', 'Puerto Rico'],
  ['VI', 'U.S. Virgin Islands'],
]);

/** A state of the USA. Not a list of literals: callers hold their states as strings. */
export const StateCode = z
  .string()
  .regex(forms.state.pattern, { abort: true })
  .refine(
    (code) => stateNames.has(code),
    faultParams({ code: 'invalid_format', facts: { form: 'state' } }),
  )
  .meta({ id: 'StateCode', examples: ['CA', 'NY', 'PR'] });
