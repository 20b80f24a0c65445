import { count, eq } from 'drizzle-orm';
import { z } from 'zod';
import { bulkImportRows, bulkImports } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { Command, ScopedCommand } from '../../kernel/command.js';
import type { Job } from '../../kernel/schedule.js';
import { limits } from '../../limits/limits.js';
import type { ImportRecord } from './records.js';
import type { RowStatus } from './states.js';

/** Rows of one transaction. */
export const BATCH = limits.rowsOfTransaction.most;

/** For whom a job works: a key of an integration sees the documents of that one only. */
const ImportJob = z.object({ integrationId: z.string().nullable() });

/** The import of a job, locked. Undefined: it is gone, or no longer in this status. */
export async function lockImport(
  tx: Sql,
  { ref }: Job,
  status: ImportRecord['status'],
): Promise<ImportRecord | undefined> {
  const [row] = await tx.select().from(bulkImports).where(eq(bulkImports.id, ref)).for('update');
  return row?.status === status ? row : undefined;
}

/** The command of a job, for those whose import it is. */
export function scopedTo(command: Command, job: Job, { tenantId }: ImportRecord): ScopedCommand {
  const { integrationId } = ImportJob.parse(job.payload);
  return { ...command, scope: { tenantId, integrationId } };
}

/** Sets columns of an import, and counts its rows anew. */
export async function saveImport(
  { tx, now }: Command,
  importId: string,
  changes: Partial<ImportRecord>,
): Promise<void> {
  const counted = await tx
    .select({ status: bulkImportRows.status, rows: count() })
    .from(bulkImportRows)
    .where(eq(bulkImportRows.importId, importId))
    .groupBy(bulkImportRows.status);
  const of = (status: RowStatus): number => counted.find((one) => one.status === status)?.rows ?? 0;
  await tx
    .update(bulkImports)
    .set({
      validCount: of('valid'),
      pendingCount: of('pending'),
      missingCount: of('missing'),
      updatedAt: now,
      ...changes,
    })
    .where(eq(bulkImports.id, importId));
}
