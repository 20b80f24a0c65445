import type { Sql } from '../../db/sql.js';
import type { RoleRow } from '../roles/index.js';
import { configsBySlug, type DocumentConfiguration } from '../verifications/index.js';

export interface RequestedDocument {
  readonly config: DocumentConfiguration;
  /** `false` if the candidate may skip the document. */
  readonly required: boolean;
}

/** The documents that a role asks for in a work state, in the order of its requirements, without duplicates. */
export async function requestedDocuments(
  sql: Sql,
  { requirements, tenantId }: Pick<RoleRow, 'requirements' | 'tenantId'>,
  workState: string,
): Promise<readonly RequestedDocument[]> {
  const asked = requirements.filter(
    ({ kind, states }) => kind === 'document' && (states?.includes(workState) ?? true),
  );
  const slugs = asked.map(({ slug }) => slug);
  const configs = await configsBySlug(sql, { tenantId, integrationId: null }, slugs);
  return (
    configs
      // A source for other states cannot verify it.
      .filter(({ states }) => states.some((state) => state === '*' || state === workState))
      .map((config) => ({
        config,
        required: asked.some(({ slug, required }) => slug === config.slug && required),
      }))
  );
}
