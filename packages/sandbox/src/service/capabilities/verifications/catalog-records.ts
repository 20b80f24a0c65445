import { asc, desc, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { documentConfigs, verificationSources } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { resource, withStates } from '../../http/resource.js';
import { inTenant, type Scope } from '../../kernel/scope.js';
import { configStates } from './config-states.js';

export type DocumentConfiguration = typeof documentConfigs.$inferSelect;
export type SourceRow = typeof verificationSources.$inferSelect;

export const sourceAvailabilities = verificationSources.availability.enumValues;

/** The configurations that a tenant sees, by slug: those of the catalog, and its own. */
export const configRecords = withStates(
  resource(documentConfigs, 'document configuration', {
    key: documentConfigs.slug,
    within: (scope) => or(isNull(documentConfigs.tenantId), inTenant(documentConfigs, scope)),
  }),
  configStates,
);

/** The condition of configurations that the tenant has made, or has not. */
export function madeByTenant({
  custom,
}: {
  readonly custom?: 'true' | 'false' | undefined;
}): SQL | undefined {
  if (custom === undefined) return undefined;
  return custom === 'true' ? isNotNull(documentConfigs.tenantId) : isNull(documentConfigs.tenantId);
}

/** All that a tenant sees, in the order of the list of the API. */
export async function listConfigs(sql: Sql, scope: Scope): Promise<DocumentConfiguration[]> {
  const { createdAt, seq } = documentConfigs;
  return configRecords
    .query(sql)
    .where(configRecords.listedWithin(scope))
    .orderBy(desc(createdAt), desc(seq));
}

/** The configurations with these slugs, in their order and each once. */
export async function configsBySlug(
  sql: Sql,
  scope: Scope,
  slugs: readonly string[],
): Promise<readonly DocumentConfiguration[]> {
  const wanted = [...new Set(slugs)];
  if (wanted.length === 0) return [];
  const rows = await configRecords.select(sql, scope, inArray(documentConfigs.slug, wanted));
  return wanted.flatMap((slug) => rows.find((row) => row.slug === slug) ?? []);
}

/** The slugs among these that document configurations have. */
export async function knownConfigs(
  sql: Sql,
  scope: Scope,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await configsBySlug(sql, scope, slugs)).map(({ slug }) => slug));
}

export async function listSources(sql: Sql): Promise<SourceRow[]> {
  return sql.select().from(verificationSources).orderBy(asc(verificationSources.seq));
}

export async function readAvailabilities(
  sql: Sql,
): Promise<ReadonlyMap<string, SourceRow['availability']>> {
  const { slug, availability } = verificationSources;
  const rows = await sql.select({ slug, availability }).from(verificationSources);
  return new Map(rows.map((row) => [row.slug, row.availability]));
}
