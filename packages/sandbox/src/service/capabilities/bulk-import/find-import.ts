import { and, asc, eq, inArray } from 'drizzle-orm';
import { bulkImportRows, bulkImports, documentVerifications } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { idInTenant, inScope, type Scope } from '../../kernel/scope.js';

export type ImportRecord = typeof bulkImports.$inferSelect;
export type RowRecord = typeof bulkImportRows.$inferSelect;

/** @throws Problem 404 when the tenant has no such import. */
export async function findImport(
  sql: Sql,
  scope: Scope,
  id: string,
  locked?: 'locked',
): Promise<ImportRecord> {
  const query = sql
    .select()
    .from(bulkImports)
    .where(idInTenant(bulkImports, scope, id));
  return found(await (locked ? query.for('update') : query), 'bulk import', id);
}

/** All rows of an import, in the order of their lines. */
export async function allRows(sql: Sql, importId: string): Promise<RowRecord[]> {
  return sql
    .select()
    .from(bulkImportRows)
    .where(eq(bulkImportRows.importId, importId))
    .orderBy(asc(bulkImportRows.line));
}

/**
 * The rows as a key may see them. One of an integration does not learn what the documents of another say: their requirements
 * are left out.
 */
export async function visibleRows(
  sql: Sql,
  scope: Scope,
  rows: readonly RowRecord[],
): Promise<RowRecord[]> {
  if (scope.integrationId === null) return [...rows];
  const sources = rows.flatMap(({ requirements }) =>
    requirements.flatMap(({ kind, sourceId }) => (kind === 'document' && sourceId) || []),
  );
  const { id } = documentVerifications;
  const visible =
    sources.length === 0
      ? []
      : await sql
          .select({ id })
          .from(documentVerifications)
          .where(and(inScope(documentVerifications, scope), inArray(id, [...new Set(sources)])));
  const ids = new Set(visible.map((one) => one.id));
  return rows.map((row) => ({
    ...row,
    requirements: row.requirements.filter(
      ({ kind, sourceId }) => kind === 'check' || sourceId === null || ids.has(sourceId),
    ),
  }));
}
