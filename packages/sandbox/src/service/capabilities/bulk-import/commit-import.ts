import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { type ImportRecord, importRecords } from './records.js';

/** Schedules the creation of the candidates and onboardings. */
export async function commitImport(
  command: ScopedCommand,
  row: ImportRecord,
): Promise<ImportRecord> {
  const { tx, now } = command;
  await schedule(tx, { kind: 'import_commit', ref: row.id, dueAt: now });
  return importRecords.act(command, 'commit', row, {});
}
