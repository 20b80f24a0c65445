import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../api/find.js';
import { readOperation } from '../api/operation.js';
import { listOf, wholeList } from '../api/paging.js';
import { documentConfigs, verificationSources } from '../store/schema/index.js';
import { magicValues } from './magic-values.js';
import type { DocumentConfiguration } from './queries.js';
import { type DocumentConfig, ListedDocumentConfig, VerificationSource } from './wire.js';

const tag = 'Document verification';

const listConfigs = readOperation({
  id: 'listDocumentConfigs',
  path: '/v1/document-configs',
  tag,
  summary: 'List document configurations',
  scopes: ['full_access'],
  shown: false,
  input: {},
  status: 200,
  returns: listOf(ListedDocumentConfig).meta({ id: 'DocumentConfigList' }),
  refuses: ['parameter_unknown'],
  async handle(_input, { sql }) {
    const rows = await sql.select().from(documentConfigs).orderBy(asc(documentConfigs.seq));
    return wholeList(rows.map(listedConfig));
  },
});

const getConfig = readOperation({
  id: 'getDocumentConfig',
  path: '/v1/document-configs/{slug}',
  tag,
  summary: 'Get a document configuration',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ slug: z.string() }) },
  status: 200,
  returns: ListedDocumentConfig,
  refuses: ['resource_not_found'],
  async handle({ params: { slug } }, { sql }) {
    const rows = await sql.select().from(documentConfigs).where(eq(documentConfigs.slug, slug));
    return listedConfig(found(rows, 'document configuration', slug));
  },
});

const listSources = readOperation({
  id: 'listVerificationSources',
  path: '/v1/verification-sources',
  tag,
  summary: 'List issuing sources',
  scopes: ['full_access'],
  shown: false,
  input: {},
  status: 200,
  returns: listOf(VerificationSource).meta({ id: 'VerificationSourceList' }),
  refuses: ['parameter_unknown'],
  async handle(_input, { sql }) {
    const rows = await sql.select().from(verificationSources).orderBy(asc(verificationSources.seq));
    return wholeList(rows.map(sourceToWire));
  },
});

export const catalogOperations = [listConfigs, getConfig, listSources];

/** An issuing source as the API shows it. */
export function sourceToWire({
  slug,
  name,
  jurisdiction,
  availability,
}: typeof verificationSources.$inferSelect): z.input<typeof VerificationSource> {
  return { slug, name, jurisdiction, availability };
}

function listedConfig(row: DocumentConfiguration): z.input<typeof ListedDocumentConfig> {
  // Without a source, no value is looked at.
  const values = row.sourceSlug === null ? [] : magicValues;
  return {
    ...configToWire(row),
    magicValues: values.map(({ value, alias, outcome }) => ({
      value: row.digitAliases ? alias : value,
      outcome,
    })),
  };
}

/** A document configuration as events show it. */
export function configToWire(row: DocumentConfiguration): z.input<typeof DocumentConfig> {
  return {
    slug: row.slug,
    name: row.name,
    checkTypeSlug: row.checkTypeSlug,
    states: row.states,
    fields: row.fields.map((field) => ({ ...field })),
    requiresFiles: row.requiresFiles,
    sourceSlug: row.sourceSlug,
    magicField: row.magicField,
  };
}
