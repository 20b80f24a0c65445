import { transition } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { type ImportRecord, importRecords } from './records.js';
import { importStates } from './states.js';

/** Schedules the creation of the candidates and onboardings. */
export async function commitImport(
  command: ScopedCommand,
  row: ImportRecord,
): Promise<ImportRecord> {
  const { tx, now } = command;
  const changes = transition(importStates, 'commit', row, {});
  await schedule(tx, { kind: 'import_commit', ref: row.id, dueAt: now });
  return importRecords.save(command, row, changes);
}
