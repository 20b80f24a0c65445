import { z } from 'zod';
import { REDACTED, redactText } from './redact-text.js';

/** The names of fields whose values are not kept, whether the schema knows them or not. */
const secretName = /ssn|social|secret|token|password|authorization|api.?key/i;

/**
 * Redacts the body of a request. Of fields that its schema marks with `x-sensitive`, or does not know, only the names are kept.
 * Texts lose what {@link redactText} finds.
 *
 * @param body Parsed JSON, of the depth that the API takes.
 * @param schema `undefined` if the request should have no body.
 */
export function redactBody(body: unknown, schema: z.core.$ZodType | undefined): unknown {
  return redact(body, known(schema));
}

function redact(value: unknown, schema: z.core.$ZodType | undefined): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) {
    const item = known(schema instanceof z.ZodArray ? schema.element : open(schema));
    return value.map((each) => redact(each, item));
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(([name, child]) => [
      redactText(name),
      redact(child, secretName.test(name) ? undefined : known(fieldOf(schema, name))),
    ]);
    return Object.fromEntries(entries);
  }
  if (!isOfTexts(schema)) return REDACTED;
  const redacted = redactText(String(value));
  return redacted === String(value) ? value : redacted;
}

/** The schema of a value without its wrappers: `undefined` if there is none, or it is marked. */
function known(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (!schema || z.globalRegistry.get(schema)?.['x-sensitive'] === true) return undefined;
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return known(schema.def.innerType);
  }
  if (!(schema instanceof z.ZodPipe)) return schema;
  const { in: before, out } = schema.def;
  return known(before instanceof z.ZodTransform ? out : before);
}

function fieldOf(schema: z.core.$ZodType | undefined, name: string): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodRecord) return schema.valueType;
  if (!(schema instanceof z.ZodObject)) return open(schema);
  return Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
}

/** The schema of the parts of a value that may be anything. */
function open(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodUnknown ? schema : undefined;
}

function isOfTexts(schema: z.core.$ZodType | undefined): boolean {
  return (
    schema !== undefined &&
    !(schema instanceof z.ZodObject) &&
    !(schema instanceof z.ZodArray) &&
    !(schema instanceof z.ZodRecord)
  );
}
