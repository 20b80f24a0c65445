import { eq, inArray } from 'drizzle-orm';
import { checks, checkTypes } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';

export type CheckRow = typeof checks.$inferSelect;
type CheckType = typeof checkTypes.$inferSelect;

/** A check of a report, and its type. */
export interface ReportCheck {
  readonly check: CheckRow;
  readonly type: CheckType;
}

/** The checks of reports, in their order, by the report's id. One query for all. */
export async function checksOfReports(
  sql: Sql,
  reportIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ReportCheck[]>> {
  if (reportIds.length === 0) return new Map();
  const rows = await sql
    .select({ check: checks, type: checkTypes })
    .from(checks)
    .innerJoin(checkTypes, eq(checkTypes.slug, checks.checkTypeSlug))
    .where(inArray(checks.reportId, [...reportIds]))
    .orderBy(checks.seq);
  const byReport = new Map<string, ReportCheck[]>(reportIds.map((id) => [id, []]));
  for (const row of rows) byReport.get(row.check.reportId)?.push(row);
  return byReport;
}

/** The checks of one report, in their order. */
export async function checksOfReport(sql: Sql, reportId: string): Promise<readonly ReportCheck[]> {
  return (await checksOfReports(sql, [reportId])).get(reportId) ?? [];
}

/** Whether a check has not ended yet. */
export function isOpen({ check: { status } }: ReportCheck): boolean {
  return status === 'pending' || status === 'in_progress';
}
