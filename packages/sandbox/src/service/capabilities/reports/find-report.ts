import { and, eq } from 'drizzle-orm';
import { reports } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { idInTenant, inTenant, type Scope } from '../../kernel/scope.js';

export type ReportRow = typeof reports.$inferSelect;

/** @throws Problem 404 when the tenant has no such report. */
export async function findReport(sql: Sql, scope: Scope, id: string): Promise<ReportRow> {
  const where = idInTenant(reports, scope, id);
  const rows = await sql.select().from(reports).where(where);
  return found(rows, 'report', id);
}

/**
 * The same, and nobody else changes it until the transaction ends. A caller that also locks the candidate locks that first.
 *
 * @param scope Null: of any tenant, for the service itself.
 * @throws Problem 404 when there is no such report.
 */
export async function lockReport(tx: Sql, scope: Scope | null, id: string): Promise<ReportRow> {
  const rows = await tx
    .select()
    .from(reports)
    .where(and(scope === null ? undefined : inTenant(reports, scope), eq(reports.id, id)))
    .for('update');
  return found(rows, 'report', id);
}
