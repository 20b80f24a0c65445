import { z } from 'zod';
import { isLongerThan } from './characters.js';
import { faultParams } from './faults.js';
import { forms } from './forms.js';
import { type LimitOf, limits, names } from './limits.js';

// The schemas of requests are made of these. `sizeCheck` refuses a text, list or map that is not bounded.

/** A bounded text. A name must not be blank. */
export function text(limit: LimitOf<'characters'>): z.ZodString {
  const bounded = z.string().check(noLongerThan(limit));
  return names.includes(limit) ? bounded.regex(forms.not_blank.pattern) : bounded;
}

/** The bound of a text of another form, such as a mail address. */
export function noLongerThan(limit: LimitOf<'characters'>): z.core.$ZodCheck<string> {
  const { most } = limits[limit];
  // Not `max`, which counts UTF-16 units.
  const check = z.check<string>(({ value, issues }) => {
    if (!isLongerThan(most, value)) return;
    const issue = { origin: 'string', maximum: most, inclusive: true, input: value } as const;
    issues.push({ ...issue, code: 'too_big' });
  });
  // For `maxLength` of the OpenAPI document, which counts characters too.
  check._zod.onattach.push(({ _zod: { bag } }) => {
    bag['maximum'] = most;
  });
  return check;
}

export function list<Item extends z.ZodType>(
  limit: LimitOf<'items' | 'keys'>,
  item: Item,
): z.ZodArray<Item> {
  return z.array(item).max(limits[limit].most);
}

/** An object whose keys the caller chooses. */
export function map<Key extends z.ZodString, Value extends z.ZodType>(
  limit: LimitOf<'keys'>,
  key: Key,
  value: Value,
): z.ZodRecord<Key, Value> {
  return z.record(key, value).meta({ maxProperties: limits[limit].most });
}

/** An object with any JSON. */
export function jsonMap(
  limit: LimitOf<'keys'>,
  key: LimitOf<'characters'>,
  bytes: LimitOf<'bytes'>,
) {
  const most = limits[bytes].most;
  return map(limit, text(key).min(1), z.unknown())
    .refine(
      (value) => hasBytes(value, bytes),
      faultParams({ code: 'too_big', facts: { most, unit: 'bytes', of: 'json' } }),
    )
    .meta({ 'x-max-bytes': most });
}

export function hasBytes(value: object, limit: LimitOf<'bytes'>): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= limits[limit].most;
}
