import { transitionAll } from '../../http/state-machine.js';
import { type Command, unschedule } from '../../kernel/command.js';
import {
  changeVerifications,
  lockPendingAmong,
  openSessions,
  pendingVerifications,
  type VerificationRow,
} from './records.js';
import { verificationStates } from './states.js';

/** Cancels verifications whose rows are locked. */
export async function cancelVerifications(
  command: Command,
  rows: readonly Pick<VerificationRow, 'id' | 'status'>[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const changes = { completedAt: command.now };
  await unschedule(command.tx, ids);
  await changeVerifications(
    command,
    ids,
    transitionAll(verificationStates, 'cancel', rows, changes),
  );
}

/** Verifications and sessions that wait for a tenant or its candidates, and end with the tenant. */
export const waitingVerifications = [
  {
    ...pendingVerifications,
    end: async (command: Command, ids: readonly string[]) =>
      cancelVerifications(command, await lockPendingAmong(command.tx, ids)),
  },
  // A session has no state of its own: its page is closed, so nothing is left that could expire.
  {
    ...openSessions,
    end: ({ tx }: Command, ids: readonly string[]) => unschedule(tx, ids, 'session_expiry'),
  },
];
