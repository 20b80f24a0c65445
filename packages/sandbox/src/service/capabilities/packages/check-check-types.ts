import { inArray } from 'drizzle-orm';
import { checkTypes } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type FieldProblem, validationProblem } from '../../http/problem.js';

/** @throws Problem naming every check that is unknown, or there already. */
export async function checkCheckTypes(sql: Sql, slugs: readonly string[]): Promise<void> {
  const known = await knownCheckTypes(sql, slugs);
  const errors = slugs.flatMap((slug, index): FieldProblem[] => {
    const param = `checkTypeSlugs.${index}`;
    if (!known.has(slug)) return [{ param, code: 'unknown', message: 'is not a check type' }];
    const isRepeated = slugs.indexOf(slug) < index;
    return isRepeated ? [{ param, code: 'duplicate', message: 'is in the list already' }] : [];
  });
  if (errors.length > 0) throw validationProblem(errors);
}

/** Those of the slugs that check types have. */
export async function knownCheckTypes(
  sql: Sql,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await sql
    .select({ slug: checkTypes.slug })
    .from(checkTypes)
    .where(inArray(checkTypes.slug, [...slugs]));
  return new Set(rows.map(({ slug }) => slug));
}
