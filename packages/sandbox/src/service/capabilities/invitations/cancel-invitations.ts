import { isAllowed, transitionAll } from '../../http/state-machine.js';
import { type Command, type ScopedCommand, unschedule } from '../../kernel/command.js';
import {
  changeInvitations,
  type InvitationRow,
  invitationRecords,
  lockOpenAmong,
  openInvitations,
  openInvitationsOfAll,
} from './records.js';
import { invitationStates } from './states.js';

/** Cancels invitations whose rows are locked. */
export async function cancelInvitations(
  command: Command,
  rows: readonly Pick<InvitationRow, 'id' | 'status'>[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const changes = { canceledAt: command.now };
  await unschedule(command.tx, ids);
  await changeInvitations(command, ids, transitionAll(invitationStates, 'cancel', rows, changes));
}

/** Cancels the open invitations of a candidate. */
export async function cancelInvitationsOf(
  command: ScopedCommand,
  candidateId: string,
): Promise<void> {
  const { tx, scope } = command;
  for (const { id } of await openInvitations(tx, scope, candidateId)) {
    const row = await invitationRecords.lockForService(tx, id);
    if (isAllowed(invitationStates, 'cancel', row)) await cancelInvitations(command, [row]);
  }
}

/** Invitations that wait for candidates, and end with the tenant. */
export const waitingInvitations = [
  {
    ...openInvitationsOfAll,
    end: async (command: Command, ids: readonly string[]) =>
      cancelInvitations(command, await lockOpenAmong(command.tx, ids)),
    // The invitation and its job.
    rows: 2,
  },
];
