import { type Command, type Job, type ScopedCommand, schedule } from '../../kernel/command.js';
import { limits } from '../../limits/limits.js';
import { countRows, type ImportRecord, importRecords } from './records.js';

/** Rows of one transaction. */
export const BATCH = limits.rowsOfTransaction.most;

/** Gives the command of a job the scope of its import: a key of an integration has the documents of that one checked only. */
export function scopedTo(
  command: Command,
  { tenantId, integrationId }: ImportRecord,
): ScopedCommand {
  return { ...command, scope: { tenantId, integrationId } };
}

/** Counts the rows that are done so far, and schedules the next transaction. */
export async function goOn(command: Command, job: Job, found: ImportRecord): Promise<void> {
  const { kind, ref } = job;
  await importRecords.save(command, found, await countRows(command.tx, found.id));
  await schedule(command.tx, { kind, ref, dueAt: command.now });
}
