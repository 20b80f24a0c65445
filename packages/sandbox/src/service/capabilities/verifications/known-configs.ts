import { inArray } from 'drizzle-orm';
import { documentConfigs } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';

/** Those of the slugs that document configurations have. */
export async function knownConfigs(
  sql: Sql,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await sql
    .select({ slug: documentConfigs.slug })
    .from(documentConfigs)
    .where(inArray(documentConfigs.slug, [...slugs]));
  return new Set(rows.map(({ slug }) => slug));
}
