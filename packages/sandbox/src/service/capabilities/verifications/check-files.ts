import { and, inArray } from 'drizzle-orm';
import { files } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { validationProblem } from '../../http/problem.js';
import { inScope, type Scope } from '../../kernel/scope.js';

/** @throws Problem naming every id that no file of the caller has. */
export async function checkFiles(tx: Sql, scope: Scope, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(inScope(files, scope), inArray(files.id, [...fileIds])));
  const known = new Set(rows.map(({ id }) => id));
  const errors = fileIds
    .filter((id) => !known.has(id))
    .map((id) => ({ param: 'fileIds', code: 'unknown', message: `no file has the id ${id}` }));
  if (errors.length > 0) throw validationProblem(errors);
}
