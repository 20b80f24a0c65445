import { and, eq, inArray } from 'drizzle-orm';
import { invitations, reports } from '../../db/schema/index.js';
import { Problem } from '../../http/problem.js';
import { transition, transitionAll } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { unschedule } from '../../kernel/jobs.js';
import { inTenant } from '../../kernel/scope.js';
import { invitationStates } from '../invitations/states.js';
import { lockCandidate } from './find-candidate.js';
import { saveCandidate } from './save-candidate.js';
import { candidateStates } from './states.js';
import type { CandidateRow } from './to-wire.js';

/**
 * Archives a candidate. Their open invitations are canceled.
 *
 * @throws Problem 404 when the tenant has no such candidate, 409 when they are archived or have an open report.
 */
export async function archiveCandidate(context: ScopedCommand, id: string): Promise<CandidateRow> {
  const { tx, now, scope } = context;
  const row = await lockCandidate(tx, scope, id);
  const changes = transition(candidateStates, 'archive', row, {});
  await refuseOpenReport(context, row);
  const { from } = invitationStates.actions.cancel;
  const open = from.map((status) => ({ status }));
  const canceled = await tx
    .update(invitations)
    .set(transitionAll(invitationStates, 'cancel', open, { canceledAt: now, updatedAt: now }))
    .where(
      and(
        inTenant(invitations, scope),
        eq(invitations.candidateId, id),
        inArray(invitations.status, from),
      ),
    )
    .returning({ id: invitations.id });
  for (const invitation of canceled) await unschedule(tx, invitation.id);
  return saveCandidate(context, id, changes);
}

async function refuseOpenReport(
  { tx, scope }: ScopedCommand,
  { id, status }: CandidateRow,
): Promise<void> {
  const [open] = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(
      and(
        inTenant(reports, scope),
        eq(reports.candidateId, id),
        inArray(reports.status, ['pending', 'in_progress', 'suspended', 'disputed']),
      ),
    )
    .limit(1);
  if (!open) return;
  const detail = `The report ${open.id} of the candidate is open.`;
  throw new Problem('state_conflict', detail, { currentStatus: status });
}
