import { and, asc, eq, inArray } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type RowOf, tenantResource } from '../../http/resource.js';
import { inScope, type Scope } from '../../kernel/scope.js';

export const importRecords = tenantResource(tables.bulkImports, 'bulk import');
export type ImportRecord = RowOf<typeof tables.bulkImports>;
/** The rows of all imports: an import is found before its rows are read. */
export const rowRecords = tenantResource(tables.bulkImportRows, 'row');
export type RowRecord = typeof tables.bulkImportRows.$inferSelect;

/** All rows of an import, in the order of their lines. */
export async function allRows(sql: Sql, importId: string): Promise<RowRecord[]> {
  return sql
    .select()
    .from(tables.bulkImportRows)
    .where(eq(tables.bulkImportRows.importId, importId))
    .orderBy(asc(tables.bulkImportRows.line));
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
  const { id } = tables.documentVerifications;
  const visible =
    sources.length === 0
      ? []
      : await sql
          .select({ id })
          .from(tables.documentVerifications)
          .where(
            and(inScope(tables.documentVerifications, scope), inArray(id, [...new Set(sources)])),
          );
  const ids = new Set(visible.map((one) => one.id));
  return rows.map((row) => ({
    ...row,
    requirements: row.requirements.filter(
      ({ kind, sourceId }) => kind === 'check' || sourceId === null || ids.has(sourceId),
    ),
  }));
}
