import type { JsonSchema } from '../../api/json-schema.js';

/** Whether each number of an object is within the limits of its schema, so that a schedule can be made from it. */
export function withinLimits(schema: JsonSchema, object: object): boolean {
  return Object.entries(object).every(([name, value]) => {
    const { type, minimum, maximum } = schema.properties?.[name] ?? {};
    if (type !== 'integer' && type !== 'number') return true;
    if (typeof value !== 'number' || !Number.isFinite(value)) return false;
    if (type === 'integer' && !Number.isInteger(value)) return false;
    return value >= (minimum ?? value) && value <= (maximum ?? value);
  });
}
