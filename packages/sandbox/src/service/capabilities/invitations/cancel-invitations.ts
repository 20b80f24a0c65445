import { and, eq, inArray } from 'drizzle-orm';
import { invitations } from '../../db/schema/index.js';
import { transitionAll } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { inTenant } from '../../kernel/scope.js';
import { invitationStates } from './states.js';

/** Cancels the open invitations of a candidate. */
export async function cancelInvitations(
  { tx, now, scope }: ScopedCommand,
  candidateId: string,
): Promise<void> {
  const { from } = invitationStates.actions.cancel;
  const open = from.map((status) => ({ status }));
  const canceled = await tx
    .update(invitations)
    .set(transitionAll(invitationStates, 'cancel', open, { canceledAt: now, updatedAt: now }))
    .where(
      and(
        inTenant(invitations, scope),
        eq(invitations.candidateId, candidateId),
        inArray(invitations.status, from),
      ),
    )
    .returning({ id: invitations.id });
  for (const invitation of canceled) await unschedule(tx, invitation.id);
}
