import { and, eq, inArray } from 'drizzle-orm';
import { reports } from '../../db/schema/index.js';
import { Problem } from '../../http/problem.js';
import { transition } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { inTenant } from '../../kernel/scope.js';
import type { CandidateEvents } from './candidate-events.js';
import { type CandidateRow, candidateRecords } from './records.js';
import { candidateStates } from './states.js';

/**
 * Archives a candidate, and ends what was asked of them.
 *
 * @throws Problem 404 when the tenant has no such candidate, 409 when they are archived or have an open report.
 */
export async function archiveCandidate(
  context: ScopedCommand,
  id: string,
  onArchive: CandidateEvents['onArchive'],
): Promise<CandidateRow> {
  const { tx, scope } = context;
  const row = await candidateRecords.lock(tx, scope, id);
  const changes = transition(candidateStates, 'archive', row, {});
  await refuseOpenReport(context, row);
  await onArchive(context, id);
  return candidateRecords.save(context, row, changes);
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
