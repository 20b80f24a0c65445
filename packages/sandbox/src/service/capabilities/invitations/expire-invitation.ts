import { eq } from 'drizzle-orm';
import { invitations } from '../../db/schema/index.js';
import { isAllowed, transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import type { Job } from '../../kernel/schedule.js';
import { invitationStates } from './states.js';

/** Ends an invitation whose time has come. One that has ended stays as it is. */
export async function expireInvitation({ tx, now }: Command, { ref }: Job): Promise<void> {
  const [row] = await tx.select().from(invitations).where(eq(invitations.id, ref)).for('update');
  if (!row || !isAllowed(invitationStates, 'expire', row)) return;
  const changes = transition(invitationStates, 'expire', row, { updatedAt: now });
  await tx.update(invitations).set(changes).where(eq(invitations.id, ref));
}
