import { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import { type FieldProblem, invalidField, validationProblem } from '../../http/problem.js';
import type { Scope } from '../../kernel/command.js';
import { hasBytes } from '../../limits/bounded.js';
import { limits } from '../../limits/limits.js';
import { isMagic } from './ask-source.js';
import { matchesPattern } from './field-pattern.js';
import { type DocumentConfiguration, knownFiles } from './records.js';

type FormData = Readonly<Record<string, unknown>>;

/**
 * @throws Problem naming every field that does not fit the configuration, or when they are too many together with those that were
 * submitted before. Missing fields are not reported here.
 */
export function checkFields(config: DocumentConfiguration, formData: FormData): void {
  checkSize(formData);
  const errors = wrongFields(config, formData);
  if (errors.length > 0) throw validationProblem(errors);
}

function checkSize(formData: FormData): void {
  const { formDataKeys, formDataBytes } = limits;
  const fits =
    Object.keys(formData).length <= formDataKeys.most && hasBytes(formData, 'formDataBytes');
  if (fits) return;
  const message = `must have at most ${formDataKeys.most} keys and ${formDataBytes.most} bytes, with what was submitted before`;
  throw invalidField('formData', 'too_big', message);
}

/** The fields that do not fit the configuration. Missing fields are not among them. */
export function wrongFields(config: DocumentConfiguration, formData: FormData): FieldProblem[] {
  const magic = isMagic(config, formData);
  return config.fields.flatMap(({ key, type, pattern }): FieldProblem[] => {
    const value = formData[key];
    const param = `formData.${key}`;
    if (value === undefined || (magic && key === config.magicField)) return [];
    if (typeof value !== 'string') {
      return [{ param, code: 'invalid_type', message: 'must be a string' }];
    }
    if (type === 'date' && !z.iso.date().safeParse(value).success) {
      return [{ param, code: 'invalid_format', message: 'must be a date such as 2027-05-31' }];
    }
    if (pattern !== undefined && !matchesPattern(pattern, value)) {
      return [{ param, code: 'invalid_format', message: `must match ${pattern}` }];
    }
    return [];
  });
}

/** @throws Problem naming every id that no file of the caller has. */
export async function checkFiles(tx: Sql, scope: Scope, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const known = await knownFiles(tx, scope, fileIds);
  const errors = fileIds
    .filter((id) => !known.has(id))
    .map((id) => ({ param: 'fileIds', code: 'unknown', message: `no file has the id ${id}` }));
  if (errors.length > 0) throw validationProblem(errors);
}

/** The required fields and files that a verification lacks. Until it has them, its source is not asked. */
export function missingParts(
  config: DocumentConfiguration,
  formData: FormData,
  fileIds: readonly string[],
): FieldProblem[] {
  const fields = config.fields
    .filter(({ key, required }) => required && formData[key] === undefined)
    .map(({ key }) => ({
      param: `formData.${key}`,
      code: 'required',
      message: `is required by ${config.slug}`,
    }));
  const files =
    config.requiresFiles && fileIds.length === 0
      ? [{ param: 'fileIds', code: 'required', message: `${config.slug} requires a file` }]
      : [];
  return [...fields, ...files];
}
