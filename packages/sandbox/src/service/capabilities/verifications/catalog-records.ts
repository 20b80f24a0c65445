import { asc, eq, inArray } from 'drizzle-orm';
import { documentConfigs, verificationSources } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';

export type DocumentConfiguration = typeof documentConfigs.$inferSelect;
export type SourceRow = typeof verificationSources.$inferSelect;

export const sourceAvailabilities = verificationSources.availability.enumValues;

export async function listConfigs(sql: Sql): Promise<DocumentConfiguration[]> {
  return sql.select().from(documentConfigs).orderBy(asc(documentConfigs.seq));
}

/** The configurations with these slugs, in their order and each once. */
export async function configsBySlug(
  sql: Sql,
  slugs: readonly string[],
): Promise<readonly DocumentConfiguration[]> {
  const wanted = [...new Set(slugs)];
  if (wanted.length === 0) return [];
  const rows = await sql
    .select()
    .from(documentConfigs)
    .where(inArray(documentConfigs.slug, wanted));
  return wanted.flatMap((slug) => rows.find((row) => row.slug === slug) ?? []);
}

/** The slugs among these that document configurations have. */
export async function knownConfigs(
  sql: Sql,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await configsBySlug(sql, slugs)).map(({ slug }) => slug));
}

export async function listSources(sql: Sql): Promise<SourceRow[]> {
  return sql.select().from(verificationSources).orderBy(asc(verificationSources.seq));
}

/** @param slug Null: there is no source, and nothing that could fail. */
export async function readAvailability(
  sql: Sql,
  slug: string | null,
): Promise<SourceRow['availability']> {
  if (slug === null) return 'available';
  const [source] = await sql
    .select()
    .from(verificationSources)
    .where(eq(verificationSources.slug, slug));
  if (!source) throw new Error(`There is no source ${slug}.`);
  return source.availability;
}
