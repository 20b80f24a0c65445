import { inArray } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import { type RowOf, tenantResource } from '../../http/resource.js';
import type { Command } from '../../kernel/command.js';
import type { CheckRow } from './checks-of-reports.js';

/** A caller that locks the candidate too locks that first. */
export const reportRecords = tenantResource(tables.reports, 'report');
export type ReportRow = RowOf<typeof tables.reports>;

/** Changes fields of checks whose report is locked. */
export async function saveChecks(
  { tx }: Command,
  which: readonly CheckRow[],
  changes: Partial<CheckRow>,
): Promise<void> {
  if (which.length === 0) return;
  const ids = which.map(({ id }) => id);
  await tx.update(tables.checks).set(changes).where(inArray(tables.checks.id, ids));
}
