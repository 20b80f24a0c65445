import { z } from 'zod';
import type { DocumentField } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import {
  type FieldProblem,
  fieldProblem,
  invalidField,
  validationProblem,
} from '../../http/problem.js';
import type { Command, Scope } from '../../kernel/command.js';
import { hasBytes } from '../../limits/bounded.js';
import { limits } from '../../limits/limits.js';
import { askSource, findMagic } from './ask-source.js';
import { type Choices, choicesOf, choose, matchesPattern } from './field-pattern.js';
import {
  type DocumentConfiguration,
  knownFiles,
  readableFiles,
  type VerificationRow,
} from './records.js';

type FormData = Readonly<Record<string, unknown>>;

/**
 * @throws Problem naming every field that does not fit the configuration, or when the fields, including those submitted before,
 * are too many. Missing fields are not reported here.
 */
export function checkFields(config: DocumentConfiguration, formData: FormData): void {
  const excess = excessOf(formData);
  if (excess) throw invalidField('formData', { code: 'too_big', facts: excess });
  const errors = wrongFields(config, formData);
  if (errors.length > 0) throw validationProblem(errors);
}

/** The limit that the fields exceed together, if they do. */
function excessOf(formData: FormData) {
  const of = 'whole_document';
  const { formDataKeys: keys, formDataBytes: bytes } = limits;
  if (Object.keys(formData).length > keys.most) {
    return { most: keys.most, unit: 'keys', of } as const;
  }
  if (hasBytes(formData, 'formDataBytes')) return undefined;
  return { most: bytes.most, unit: 'bytes', of } as const;
}

/** The fields that do not fit the configuration. Ignores missing fields. */
export function wrongFields(config: DocumentConfiguration, formData: FormData): FieldProblem[] {
  const magic = findMagic(config, formData);
  return config.fields.flatMap(({ key, type, pattern }): FieldProblem[] => {
    const value = formData[key];
    const param = `formData.${key}`;
    if (value === undefined || (magic && key === config.magicField)) return [];
    if (typeof value !== 'string') {
      return [fieldProblem(param, { code: 'invalid_type', facts: { expected: 'text' } })];
    }
    if (type === 'date' && !z.iso.date().safeParse(value).success) {
      return [fieldProblem(param, { code: 'invalid_format', facts: { form: 'date' } })];
    }
    if (pattern !== undefined && !matchesPattern(pattern, value)) {
      const facts = { form: 'pattern', pattern } as const;
      return [fieldProblem(param, { code: 'invalid_format', facts })];
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
    .map((id) => fieldProblem('fileIds', { code: 'unknown', facts: { what: 'file', id } }));
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
    .map(({ key }) =>
      fieldProblem(`formData.${key}`, {
        code: 'required',
        facts: { because: 'document_fields', id: config.slug },
      }),
    );
  const files =
    config.requiresFiles && fileIds.length === 0
      ? [
          fieldProblem('fileIds', {
            code: 'required',
            facts: { because: 'document_files', id: config.slug },
          }),
        ]
      : [];
  return [...fields, ...files];
}

/** A file whose name begins with this prefix cannot be read. */
const unreadablePrefix = 'SBX-UNREADABLE-';

/** Whether the fields are read from the files, because the document has files but no fields. */
export function isToBeRead(formData: FormData, fileIds: readonly string[]): boolean {
  return fileIds.length > 0 && Object.keys(formData).length === 0;
}

/** Reads the fields of a verification from its files. @returns `undefined` if they cannot be read. */
export async function readFields(
  { tx, now }: Pick<Command, 'tx' | 'now'>,
  { tenantId, fileIds, config }: VerificationRow,
): Promise<FormData | undefined> {
  // In all integrations, because files of a key without an integration have none.
  const files = await readableFiles(tx, { tenantId, integrationId: null }, fileIds);
  return extractFields(config, files, now);
}

/**
 * Invents what an extractor would read, the same for the same files. A file name that is a magic value, apart from its extension,
 * is the value of the magic field. Otherwise, the source confirms what is read.
 */
function extractFields(
  config: DocumentConfiguration,
  files: Awaited<ReturnType<typeof readableFiles>>,
  now: Date,
): FormData | undefined {
  if (files.some(({ name }) => name.startsWith(unreadablePrefix))) return undefined;
  const named = files
    .map(({ name }) => ({ [config.magicField]: name.replace(/\.[^.]*$/, '') }))
    .find((fields) => findMagic(config, fields));
  const seed = files.map(({ digest }) => digest).join();
  const invented = { ...inventFields(config.fields, seed, now), ...named };
  if (missingParts(config, invented, ['']).length > 0) return undefined;
  const read = named ? invented : confirmFields(config, invented, seed, now);
  return read && !excessOf(read) ? read : undefined;
}

function inventFields(fields: readonly DocumentField[], seed: string, now: Date): FormData {
  const values = fields.flatMap((field) => {
    const choices = choicesOfField(field, now);
    return choices ? [[field.key, choose(choices, `${seed} ${field.key}`)]] : [];
  });
  return Object.fromEntries(values);
}

// Enough: no source denies nearly all values of its patterns. Of the NPI numbers, one in ten has the right check digit.
const MOST_TRIES = 200;

/** Invents values of the magic field, the only one that the source looks at, until it confirms the document. */
function confirmFields(
  config: DocumentConfiguration,
  invented: FormData,
  seed: string,
  now: Date,
): FormData | undefined {
  const { fields, magicField } = config;
  const field = fields.find(({ key }) => key === magicField);
  const choices = (field && choicesOfField(field, now)) ?? [];
  const isFixed = choices.every(({ length }) => length === 1);
  let read = invented;
  for (let tries = 1; askSource(config, read, 1).kind === 'denied'; tries += 1) {
    if (isFixed || tries === MOST_TRIES) return undefined;
    read = { ...read, [magicField]: choose(choices, `${seed} ${magicField} ${tries}`) };
  }
  return read;
}

const TWO_YEARS = 2 * 365 * 86_400_000;

/** The possible values of a field. @returns `undefined` if no value can be invented. */
function choicesOfField({ key, type, pattern }: DocumentField, now: Date): Choices | undefined {
  if (pattern !== undefined) return choicesOf(pattern);
  if (type === 'string') return choicesOf('Sample[ ][1-9]\\d{3}');
  const after = /expir/i.test(key) ? TWO_YEARS : -TWO_YEARS;
  return [[new Date(now.getTime() + after).toISOString().slice(0, 10)]];
}
