import { sql } from 'drizzle-orm';
import { transition } from '../../http/state-machine.js';
import type { Command, ScopedCommand } from '../../kernel/command.js';
import type { Job } from '../../kernel/schedule.js';
import { createCandidate, setRole } from '../candidates/index.js';
import { selectDefaultIntegration } from '../integrations/index.js';
import {
  type EvaluatedRequirement,
  ensureOnboarding,
  insertOnboarding,
} from '../onboarding/index.js';
import { type AssessedRow, assessRows } from './assess-rows.js';
import { BATCH, goOn, scopedTo } from './import-job.js';
import { type DoneRow, type ImportRecord, saveImport, saveRows, undoneRows } from './records.js';
import { assessedColumns } from './run-validation.js';
import { startVerifications } from './start-verifications.js';
import { importStates } from './states.js';

/**
 * One transaction of a commit: the next rows that are not missing and not done. A row that has become missing since its
 * validation is skipped. It schedules the next transaction, until every row is done.
 */
export async function runCommit(command: Command, found: ImportRecord, job: Job): Promise<void> {
  const { tx, now } = command;
  if (found.status !== 'committing') return;
  const { id, tenantId, roleId } = found;
  // Two imports of a tenant that name the same person must not both make them.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${tenantId}`}, 0))`);
  const scoped = scopedTo(command, found);
  const rows = await undoneRows(tx, id, BATCH);
  const integrationId = rows.length > 0 ? await chooseIntegration(scoped) : undefined;
  const done: DoneRow[] = [];
  const started = new Map<string, string[]>();
  for (const one of await assessRows(scoped, roleId, rows)) {
    done.push({ line: one.row.line, ...(await commitRow(scoped, one, integrationId, started)) });
  }
  for (const [of, candidateIds] of started) await setRole(scoped, of, candidateIds);
  await saveRows(command, id, done);
  if (rows.length === BATCH) return goOn(command, job, found);
  const changes = transition(importStates, 'finish-commit', found, { committedAt: now });
  await saveImport(command, found, changes);
}

async function commitRow(
  command: ScopedCommand,
  assessed: AssessedRow,
  integrationId: string | undefined,
  /** The new candidates of each role. */
  newOf: Map<string, string[]>,
): Promise<Omit<DoneRow, 'line'>> {
  const { status, checked, candidateId: known } = assessed;
  const { role, workState, person } = checked;
  if (status === 'missing' || !role || workState === undefined) {
    return { ...assessedColumns(assessed), candidateId: known ?? null, onboardingId: null };
  }
  const candidateId =
    known ?? (await createCandidate(command, { ...person, workState, metadata: {} })).id;
  const order = { candidateId, roleId: role.id, workState };
  if (known === undefined) newOf.set(role.id, [...(newOf.get(role.id) ?? []), candidateId]);
  const { id: onboardingId } =
    known === undefined
      ? await insertOnboarding(command, order)
      : await ensureOnboarding(command, order);
  const started =
    integrationId === undefined
      ? new Map<string, string>()
      : await startVerifications(command, { ...assessed, candidateId, integrationId });
  const requirements = assessed.requirements.map((one) => withStarted(one, assessed, started));
  return { ...assessedColumns({ ...assessed, requirements }), candidateId, onboardingId };
}

/** A requirement whose document is being verified now. */
function withStarted(
  requirement: EvaluatedRequirement,
  { checked }: AssessedRow,
  started: ReadonlyMap<string, string>,
): EvaluatedRequirement {
  const { kind, slug } = requirement;
  const sourceId = kind === 'document' ? started.get(slug) : undefined;
  // A document of another state does not count for the work state.
  if (sourceId === undefined || checked.documents.get(slug)?.state !== checked.workState) {
    return requirement;
  }
  return { ...requirement, state: 'pending', sourceId, expiresAt: null };
}

/** The integration whose documents are verified. Undefined: there is none. */
async function chooseIntegration({ tx, scope }: ScopedCommand): Promise<string | undefined> {
  // An archive in the meantime would refuse the verifications, and with them the whole commit.
  const [row] = await selectDefaultIntegration(tx, scope).for('share');
  return row?.id;
}
