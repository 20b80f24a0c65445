import type { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import {
  conflict,
  type FieldProblem,
  fieldProblem,
  repeated,
  validationProblem,
} from '../../http/problem.js';
import { requireQuota } from '../../http/tenant-quota.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { lockSlugs } from '../../kernel/free-slug.js';
import type { What } from '../../limits/facts.js';
import { limits } from '../../limits/limits.js';
import { knownCheckTypes } from '../packages/index.js';
import { greatestLength, readPattern } from './field-pattern.js';
import {
  boundedConfigs,
  configRecords,
  type DocumentConfiguration,
  listConfigs,
  listSources,
} from './records.js';
import type { ChangeConfig, CreateConfig } from './wire.js';

/**
 * Creates a document configuration of a tenant.
 *
 * @throws Problem 422 naming every invalid part, 409 for a slug of the catalog or the tenant, or when the tenant has too many.
 */
export async function createConfig(
  command: ScopedCommand,
  body: z.output<typeof CreateConfig>,
): Promise<DocumentConfiguration> {
  const { tx, scope, nextId } = command;
  await lockSlugs(tx, { table: configRecords.table, scope });
  const present = await listConfigs(tx, scope);
  if (present.some(({ slug }) => slug === body.slug)) {
    throw conflict(
      { reason: 'slug_taken', facts: { id: body.slug } },
      `${body.slug} is a document configuration already.`,
    );
  }
  await requireQuota(command, boundedConfigs);
  const { magicField = body.fields[0]?.key ?? '' } = body;
  await checkConfig(tx, { ...body, magicField }, body.fields);
  const id = await nextId('dcf');
  return configRecords.insert(command, { ...body, id, magicField, digitAliases: false });
}

/** Locks a configuration, unless all tenants share it. */
export async function lockConfig(
  { tx, scope }: ScopedCommand,
  slug: string,
): Promise<DocumentConfiguration> {
  const found = await configRecords.find(tx, scope, slug);
  return found.tenantId === null ? found : configRecords.lock(tx, scope, slug);
}

/** Changes a configuration. Its verifications continue with the changed one. @throws Problem as {@link createConfig}. */
export async function changeConfig(
  command: ScopedCommand,
  row: DocumentConfiguration,
  body: z.output<typeof ChangeConfig>,
): Promise<DocumentConfiguration> {
  const { fields = row.fields, states = row.states, magicField = row.magicField } = body;
  const { checkTypeSlug = row.checkTypeSlug, sourceSlug = row.sourceSlug } = body;
  const after = { fields, states, magicField, checkTypeSlug, sourceSlug };
  await checkConfig(command.tx, after, body.fields);
  return configRecords.save(command, row, body);
}

type Checked = Pick<
  DocumentConfiguration,
  'checkTypeSlug' | 'sourceSlug' | 'states' | 'fields' | 'magicField'
>;

/** @param sent The new fields, whose patterns are checked. Stored fields stay, whatever rules their patterns followed. */
async function checkConfig(
  tx: Sql,
  { checkTypeSlug, sourceSlug, states, fields, magicField }: Checked,
  sent: Checked['fields'] = [],
): Promise<void> {
  const unknown = (param: string, what: What) =>
    fieldProblem(param, { code: 'unknown', facts: { what } });
  const keys = fields.map(({ key }) => key);
  const isType = (await knownCheckTypes(tx, [checkTypeSlug])).has(checkTypeSlug);
  const isSource =
    sourceSlug === null || (await listSources(tx)).some(({ slug }) => slug === sourceSlug);
  const errors: readonly FieldProblem[] = [
    ...(isType ? [] : [unknown('checkTypeSlug', 'check_type')]),
    ...(isSource ? [] : [unknown('sourceSlug', 'issuing_source')]),
    ...(keys.includes(magicField) ? [] : [unknown('magicField', 'field_key')]),
    ...repeated(states, (index) => `states.${index}`),
    ...repeated(keys, (index) => `fields.${index}.key`),
    ...sent.flatMap(({ pattern }, index) => patternFaults(pattern, `fields.${index}.pattern`)),
  ];
  if (errors.length > 0) throw validationProblem(errors);
}

function patternFaults(pattern: string | undefined, param: string): readonly FieldProblem[] {
  if (pattern === undefined) return [];
  const read = readPattern(pattern);
  if (!read) {
    return [fieldProblem(param, { code: 'invalid_format', facts: { form: 'field_pattern' } })];
  }
  const { most } = limits.patternLength;
  if (greatestLength(read) <= most) return [];
  const facts = { most, unit: 'characters', of: 'matching_text' } as const;
  return [fieldProblem(param, { code: 'too_big', facts })];
}
