import { isAllowed } from '../../http/state-machine.js';
import { type Command, type ScopedCommand, unschedule } from '../../kernel/command.js';
import { type InvitationRow, invitationRecords, openInvitations } from './records.js';
import { invitationStates } from './states.js';

/** Cancels an invitation, whose row is locked. */
export async function cancelInvitation(
  command: Command,
  row: InvitationRow,
): Promise<InvitationRow> {
  await unschedule(command.tx, row.id);
  return invitationRecords.act(command, 'cancel', row, { canceledAt: command.now });
}

export async function cancelInvitations(
  command: ScopedCommand,
  candidateId: string,
): Promise<void> {
  const { tx, scope } = command;
  for (const { id } of await openInvitations(tx, scope, candidateId)) {
    const row = await invitationRecords.lockForService(tx, id);
    if (isAllowed(invitationStates, 'cancel', row)) await cancelInvitation(command, row);
  }
}
