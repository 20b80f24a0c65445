import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DocumentField } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type FieldProblem, invalidField, validationProblem } from '../../http/problem.js';
import type { Command, Scope } from '../../kernel/command.js';
import { hasBytes } from '../../limits/bounded.js';
import { limits } from '../../limits/limits.js';
import { askSource, isMagic } from './ask-source.js';
import { makeMatch, matchesPattern } from './field-pattern.js';
import {
  type DocumentConfiguration,
  knownFiles,
  readableFiles,
  type VerificationRow,
} from './records.js';

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

/** A file whose name begins with it cannot be read. */
const unreadablePrefix = 'SBX-UNREADABLE-';

/** A document without a field: those are read from its files. */
export function isToBeRead(formData: FormData, fileIds: readonly string[]): boolean {
  return fileIds.length > 0 && Object.keys(formData).length === 0;
}

/** Reads the fields of a verification from its files. @returns undefined when they cannot be read. */
export async function readFields(
  { tx, now }: Pick<Command, 'tx' | 'now'>,
  { tenantId, fileIds, config }: VerificationRow,
): Promise<FormData | undefined> {
  // A file of a key that is bound to no integration has none.
  const files = await readableFiles(tx, { tenantId, integrationId: null }, fileIds);
  return extractFields(config, files, now);
}

// Nobody has a source that denies most of what its patterns take: of the numbers of the NPI registry, one in ten has its check digit.
const MOST_TRIES = 200;

/**
 * Invents what an extractor would read, the same for the same files. A name that is a magic value, but for its ending, is the value
 * of the magic field. Anything else that is read is confirmed by the source.
 */
function extractFields(
  config: DocumentConfiguration,
  files: Awaited<ReturnType<typeof readableFiles>>,
  now: Date,
): FormData | undefined {
  if (files.some(({ name }) => name.startsWith(unreadablePrefix))) return undefined;
  const named = files
    .map(({ name }) => ({ [config.magicField]: name.replace(/\.[^.]*$/, '') }))
    .find((fields) => isMagic(config, fields));
  const seed = files.map(({ digest }) => digest).join();
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const read = { ...inventFields(config.fields, `${seed} ${attempt}`, now), ...named };
    const isComplete = missingParts(config, read, ['']).length === 0;
    if (!isComplete) return undefined;
    if (named || askSource(config, read, 1).kind !== 'denied') return read;
  }
  return undefined;
}

function inventFields(fields: readonly DocumentField[], seed: string, now: Date): FormData {
  let picks = 0;
  const pick = (below: number): number => {
    picks += 1;
    return createHash('sha256').update(`${seed} ${picks}`).digest().readUInt32BE() % below;
  };
  const values = fields.map((field) => [field.key, inventValue(field, pick, now)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

const TWO_YEARS = 2 * 365 * 86_400_000;

function inventValue(
  { key, type, pattern }: DocumentField,
  pick: (below: number) => number,
  now: Date,
): string | undefined {
  if (pattern !== undefined) return makeMatch(pattern, pick);
  if (type === 'string') return `Sample ${pick(9000) + 1000}`;
  const after = /expir/i.test(key) ? TWO_YEARS : -TWO_YEARS;
  return new Date(now.getTime() + after).toISOString().slice(0, 10);
}
