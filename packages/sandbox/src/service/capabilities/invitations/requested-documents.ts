import type { Sql } from '../../db/sql.js';
import type { RoleRow } from '../roles/index.js';
import type { DocumentConfiguration } from '../verifications/index.js';
import { configsBySlug } from './records.js';

/** A document that a role asks for. */
export interface RequestedDocument {
  readonly config: DocumentConfiguration;
  /** False: the candidate may skip it. */
  readonly required: boolean;
}

/** The documents that a role asks for in a work state, in the order of its requirements, each once. */
export async function requestedDocuments(
  sql: Sql,
  { requirements }: Pick<RoleRow, 'requirements'>,
  workState: string,
): Promise<readonly RequestedDocument[]> {
  const asked = requirements.filter(
    ({ kind, states }) => kind === 'document' && (states?.includes(workState) ?? true),
  );
  const slugs = [...new Set(asked.map(({ slug }) => slug))];
  if (slugs.length === 0) return [];
  const configs = await configsBySlug(sql, slugs);
  return slugs.flatMap((slug) => {
    const config = configs.find((one) => one.slug === slug);
    // A source of other states knows nothing of it.
    if (!config?.states.some((state) => state === '*' || state === workState)) return [];
    return [{ config, required: asked.some((one) => one.slug === slug && one.required) }];
  });
}
