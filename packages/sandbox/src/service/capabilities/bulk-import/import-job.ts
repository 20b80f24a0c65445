import { z } from 'zod';
import type { Command, ScopedCommand } from '../../kernel/command.js';
import { type Job, schedule } from '../../kernel/schedule.js';
import { limits } from '../../limits/limits.js';
import { type ImportRecord, saveImport } from './records.js';

/** Rows of one transaction. */
export const BATCH = limits.rowsOfTransaction.most;

/** The scope of a job: a key of an integration sees the documents of that one only. */
const ImportJob = z.object({ integrationId: z.string().nullable() });

/** Gives the command of a job the scope of the key that has started it. */
export function scopedTo(command: Command, job: Job, { tenantId }: ImportRecord): ScopedCommand {
  const { integrationId } = ImportJob.parse(job.payload);
  return { ...command, scope: { tenantId, integrationId } };
}

/** Counts the rows that are done so far, and schedules the next transaction. */
export async function goOn(command: Command, job: Job, found: ImportRecord): Promise<void> {
  const { kind, ref, payload } = job;
  await saveImport(command, found);
  await schedule(command.tx, { kind, ref, payload, dueAt: command.now });
}
