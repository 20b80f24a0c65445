import { transition } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { type ImportRecord, importRecords } from './records.js';
import { importStates } from './states.js';

/** Has the candidates and onboardings made. @throws Problem 404, or 409 unless it is validated. */
export async function commitImport(command: ScopedCommand, id: string): Promise<ImportRecord> {
  const { tx, now, scope } = command;
  const locked = await importRecords.lock(tx, scope, id);
  const changes = transition(importStates, 'commit', locked, {});
  const committed = await importRecords.save(command, locked, changes);
  const payload = { integrationId: scope.integrationId };
  await schedule(tx, { kind: 'import_commit', ref: id, dueAt: now, payload });
  return committed;
}
