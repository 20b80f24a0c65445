import { createHash } from 'node:crypto';
import type { DocumentField } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { askSource, isMagic } from './ask-source.js';
import { missingParts } from './check-document.js';
import { makeMatch } from './field-pattern.js';
import {
  type DocumentConfiguration,
  type ReadableFile,
  readableFiles,
  type VerificationRow,
} from './records.js';

type FormData = Readonly<Record<string, unknown>>;

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
  files: readonly ReadableFile[],
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
