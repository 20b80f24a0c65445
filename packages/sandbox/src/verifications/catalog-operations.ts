import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../api/find.js';
import { readOperation } from '../api/operation.js';
import { listOf, wholeList } from '../api/paging.js';
import { documentConfigs, verificationSources } from '../store/schema/index.js';
import type { DocumentConfiguration } from './queries.js';
import { DocumentConfig, VerificationSource } from './wire.js';

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
  returns: listOf(DocumentConfig).meta({ id: 'DocumentConfigList' }),
  refuses: ['parameter_unknown'],
  async handle(_input, { sql }) {
    const rows = await sql.select().from(documentConfigs).orderBy(asc(documentConfigs.seq));
    return wholeList(rows.map(configToWire));
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
  returns: DocumentConfig,
  refuses: ['resource_not_found'],
  async handle({ params: { slug } }, { sql }) {
    const rows = await sql.select().from(documentConfigs).where(eq(documentConfigs.slug, slug));
    return configToWire(found(rows, 'document configuration', slug));
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
    return wholeList(
      rows.map(({ slug, name, jurisdiction, availability }) => ({
        slug,
        name,
        jurisdiction,
        availability,
      })),
    );
  },
});

export const catalogOperations = [listConfigs, getConfig, listSources];

/** A document configuration as the API shows it. */
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
