import type { MaybePromise } from '../async/maybe-promise.js';
import { type Rejection, reject } from '../outcome/rejection.js';
import { isDocumentVerificationType } from './event-types.js';
import type { Parsed, ParsedEvent } from './parse-event.js';
import type { StandardSchemaV1 } from './standard-schema.js';

/** Applies the given schemas to a document verification record; other events pass untouched. */
export type ApplySchemas = (event: ParsedEvent) => MaybePromise<Parsed | Rejection>;

/** @throws TypeError when a given schema does not implement Standard Schema. */
export function dataSchemas(
  formData: Readonly<Record<string, StandardSchemaV1>> | undefined,
  metadata: StandardSchemaV1 | undefined,
): ApplySchemas {
  // A Map, so that the slug `constructor` does not find Object.prototype's.
  const forms = new Map(Object.entries(formData ?? {}));
  for (const [slug, schema] of forms) checkSchema(schema, `formData['${slug}']`);
  if (metadata !== undefined) checkSchema(metadata, 'metadata');

  return (event) => {
    const slug = event.data['documentConfigSlug'];
    const form = typeof slug === 'string' ? forms.get(slug) : undefined;
    const concerned = isDocumentVerificationType(event.type) && (form || metadata);
    return concerned ? validated(event, { formData: form, metadata }) : { ok: true, event };
  };
}

async function validated(
  event: ParsedEvent,
  schemas: Readonly<Record<string, StandardSchemaV1 | undefined>>,
): Promise<Parsed | Rejection> {
  const data: Record<string, unknown> = { ...event.data };
  const issues: StandardSchemaV1.Issue[] = [];
  let isValid = true;
  for (const [field, schema] of Object.entries(schemas)) {
    if (!schema) continue;
    const result = await schema['~standard'].validate(event.data[field]);
    if (result.issues) {
      isValid = false;
      issues.push(...result.issues.map((issue) => inField(field, issue)));
    } else {
      data[field] = outputOf(result, field);
    }
  }
  if (!isValid) return reject('data_invalid', { issues });
  return { ok: true, event: { ...event, data } };
}

// A result that is neither a failure nor has a value would replace the field by undefined.
function outputOf(result: StandardSchemaV1.SuccessResult<unknown>, field: string): unknown {
  if ('value' in result) return result.value;
  throw new TypeError(`The schema of ${field} gave a result without value and issues.`);
}

function inField(field: string, issue: StandardSchemaV1.Issue): StandardSchemaV1.Issue {
  return { message: issue.message, path: ['data', field, ...(issue.path ?? [])] };
}

function checkSchema(schema: StandardSchemaV1, option: string): void {
  if (typeof schema?.['~standard']?.validate !== 'function') {
    throw new TypeError(
      `${option}: expected a Standard Schema (https://standardschema.dev), such as z.object({ … }) of Zod or v.object({ … }) of Valibot.`,
    );
  }
}
