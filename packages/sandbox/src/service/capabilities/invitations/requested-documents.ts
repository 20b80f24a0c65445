import { inArray } from 'drizzle-orm';
import { documentConfigs, type Requirement, type roles } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { DocumentConfiguration } from '../verifications/index.js';

/** A document that a role asks for. */
export interface RequestedDocument {
  readonly config: DocumentConfiguration;
  /** False: the candidate may skip it. */
  readonly required: boolean;
}

/** The documents that a role asks for in a work state, in the order of its requirements, each once. */
export async function requestedDocuments(
  sql: Sql,
  { requirements }: Pick<typeof roles.$inferSelect, 'requirements'>,
  workState: string,
): Promise<readonly RequestedDocument[]> {
  const asked = requirements.filter(
    ({ kind, states }) => kind === 'document' && (states?.includes(workState) ?? true),
  );
  const slugs = [...new Set(asked.map(({ slug }) => slug))];
  if (slugs.length === 0) return [];
  const rows = await sql.select().from(documentConfigs).where(inArray(documentConfigs.slug, slugs));
  return slugs.flatMap((slug) => {
    const config = rows.find((row) => row.slug === slug);
    // A source of other states knows nothing of it.
    if (!config || !isFor(config, workState)) return [];
    const required = asked.some((one: Requirement) => one.slug === slug && one.required);
    return [{ config, required }];
  });
}

function isFor({ states }: DocumentConfiguration, workState: string): boolean {
  return states.includes('*') || states.includes(workState);
}
