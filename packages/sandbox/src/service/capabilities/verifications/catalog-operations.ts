import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { documentConfigs, verificationSources } from '../../db/schema/index.js';
import { found } from '../../http/find.js';
import { readOperation, tagged } from '../../http/operation.js';
import { listOf, wholeList } from '../../http/paging.js';
import { text } from '../../limits/bounded.js';
import { magicValues } from './magic-values.js';
import type { DocumentConfiguration } from './records.js';
import { type DocumentConfig, ListedDocumentConfig, VerificationSource } from './wire.js';

const listConfigs = readOperation({
  id: 'listDocumentConfigs',
  path: '/v1/document-configs',
  summary: 'List document configurations',
  input: {},
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
  summary: 'Get a document configuration',
  input: { params: z.object({ slug: text('slug') }) },
  returns: ListedDocumentConfig,
  async handle({ params: { slug } }, { sql }) {
    const rows = await sql.select().from(documentConfigs).where(eq(documentConfigs.slug, slug));
    return listedConfig(found(rows, 'document configuration', slug));
  },
});

const listSources = readOperation({
  id: 'listVerificationSources',
  path: '/v1/verification-sources',
  summary: 'List issuing sources',
  input: {},
  returns: listOf(VerificationSource).meta({ id: 'VerificationSourceList' }),
  refuses: ['parameter_unknown'],
  async handle(_input, { sql }) {
    const rows = await sql.select().from(verificationSources).orderBy(asc(verificationSources.seq));
    return wholeList(rows.map(sourceToWire));
  },
});

export const catalogOperations = tagged('Document verification', [
  listConfigs,
  getConfig,
  listSources,
]);

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
