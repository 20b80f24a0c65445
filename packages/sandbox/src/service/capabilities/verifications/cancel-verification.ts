import { transition } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { type VerificationRow, verificationRecords } from './records.js';
import { verificationStates } from './states.js';

/** Ends a verification without an event. */
export async function cancelVerification(
  command: ScopedCommand,
  row: VerificationRow,
): Promise<VerificationRow> {
  const changes = transition(verificationStates, 'cancel', row, { completedAt: command.now });
  await unschedule(command.tx, row.id);
  return verificationRecords.save(command, row, changes);
}
