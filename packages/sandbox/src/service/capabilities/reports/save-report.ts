import { eq, inArray } from 'drizzle-orm';
import { checks, reports } from '../../db/schema/index.js';
import { found } from '../../http/find.js';
import type { Command } from '../../kernel/command.js';
import type { CheckRow } from './checks-of-reports.js';
import type { ReportRow } from './find-report.js';

/** Changes fields of a report whose row is locked. */
export async function saveReport(
  { tx, now }: Command,
  id: string,
  changes: Partial<ReportRow>,
): Promise<ReportRow> {
  const rows = await tx
    .update(reports)
    .set({ ...changes, updatedAt: now })
    .where(eq(reports.id, id))
    .returning();
  return found(rows, 'report', id);
}

/** Changes fields of checks whose report is locked. */
export async function saveChecks(
  { tx }: Command,
  which: readonly CheckRow[],
  changes: Partial<CheckRow>,
): Promise<void> {
  if (which.length === 0) return;
  const ids = which.map(({ id }) => id);
  await tx.update(checks).set(changes).where(inArray(checks.id, ids));
}
