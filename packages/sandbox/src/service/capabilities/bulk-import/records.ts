import { and, asc, count, eq, isNull, max, ne, sql as text } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import {
  integrationResource,
  type RowOf,
  tenantResource,
  withStates,
} from '../../http/resource.js';
import type { Command } from '../../kernel/command.js';
import { importStates } from './states.js';

export const importRecords = withStates(
  integrationResource(tables.bulkImports, 'bulk import'),
  importStates,
);
export type ImportRecord = RowOf<typeof tables.bulkImports>;
export const importStatuses = tables.bulkImports.status.enumValues;

/** The rows of all imports: an import is found before its rows are read. */
export const rowRecords = tenantResource(tables.bulkImportRows, 'row');
export type RowRecord = RowOf<typeof tables.bulkImportRows>;
/** The statuses of a row of a roster (spec section 1). */
export const rowStatuses = tables.bulkImportRows.status.enumValues;

export async function allRows(sql: Sql, importId: string): Promise<RowRecord[]> {
  const { line, importId: owner } = tables.bulkImportRows;
  return rowRecords.query(sql).where(eq(owner, importId)).orderBy(asc(line));
}

export async function lastLine(tx: Sql, importId: string): Promise<number> {
  const { line, importId: owner } = tables.bulkImportRows;
  const [row] = await tx
    .select({ line: max(line) })
    .from(tables.bulkImportRows)
    .where(eq(owner, importId));
  return row?.line ?? 0;
}

/** The first rows of an import that are not missing and that no commit has done, in the order of their lines. */
export async function undoneRows(tx: Sql, importId: string, most: number) {
  const { line, values, status, onboardingId, importId: owner } = tables.bulkImportRows;
  return tx
    .select({ line, values })
    .from(tables.bulkImportRows)
    .where(and(eq(owner, importId), ne(status, 'missing'), isNull(onboardingId)))
    .orderBy(asc(line))
    .limit(most);
}

export async function insertRows(
  tx: Sql,
  rows: (typeof tables.bulkImportRows.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(tables.bulkImportRows).values(rows);
}

export type DoneRow = Pick<
  RowRecord,
  'line' | 'status' | 'roleSlug' | 'requirements' | 'issues' | 'candidateId' | 'onboardingId'
>;

/** Changes rows of an import with one statement. */
export async function saveRows(
  { tx, now }: Command,
  importId: string,
  done: readonly DoneRow[],
): Promise<void> {
  const { line, importId: owner } = tables.bulkImportRows;
  await tx.execute(text`update ${tables.bulkImportRows} set status = done.status,
      role_slug = done."roleSlug", requirements = done.requirements, issues = done.issues,
      candidate_id = done."candidateId", onboarding_id = done."onboardingId",
      updated_at = ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(done)}::json) as done(line int, status text,
      "roleSlug" text, requirements json, issues json, "candidateId" text, "onboardingId" text)
    where ${and(eq(owner, importId), text`${line} = done.line`)}`);
}

export async function countRows(tx: Sql, id: string) {
  const { status, importId } = tables.bulkImportRows;
  const counted = await tx
    .select({ status, rows: count() })
    .from(tables.bulkImportRows)
    .where(eq(importId, id))
    .groupBy(status);
  const counts = new Map(counted.map((one) => [one.status, one.rows]));
  return {
    validCount: counts.get('valid') ?? 0,
    pendingCount: counts.get('pending') ?? 0,
    missingCount: counts.get('missing') ?? 0,
  };
}
