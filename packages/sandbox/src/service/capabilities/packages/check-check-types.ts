import type { Sql } from '../../db/sql.js';
import { type FieldProblem, validationProblem } from '../../http/problem.js';
import { knownCheckTypes } from './records.js';

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
