import { sql } from 'drizzle-orm';
import type { Command, Job, ScopedCommand } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import { createCandidates } from '../candidates/index.js';
import { selectDefaultIntegration } from '../integrations/index.js';
import { type EvaluatedRequirement, ensureOnboardings } from '../onboarding/index.js';
import { type AssessedRow, assessRows } from './assess-rows.js';
import { BATCH, goOn, scopedTo } from './import-job.js';
import {
  countRows,
  type DoneRow,
  type ImportRecord,
  importRecords,
  saveRows,
  undoneRows,
} from './records.js';
import { assessedColumns } from './run-validation.js';
import { startVerifications } from './start-verifications.js';

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
  if (rows.length > 0) {
    const assessed = await assessRows(scoped, roleId, rows);
    await saveRows(command, id, [
      ...assessed.flatMap((row) => (isWhole(row) ? [] : [skippedRow(row)])),
      ...(await commitRows(scoped, assessed.filter(isWhole))),
    ]);
  }
  if (rows.length === BATCH) return goOn(command, job, found);
  const counts = await countRows(tx, id);
  await importRecords.act(command, 'finish-commit', found, { ...counts, committedAt: now });
}

interface WholeRow extends AssessedRow {
  readonly checked: AssessedRow['checked'] & {
    readonly role: NonNullable<AssessedRow['checked']['role']>;
    readonly workState: string;
  };
}

function isWhole(row: AssessedRow): row is WholeRow {
  const { role, workState } = row.checked;
  return row.status !== 'missing' && role !== undefined && workState !== undefined;
}

function skippedRow(row: AssessedRow): DoneRow {
  const { candidateId = null } = row;
  return { ...assessedColumns(row), line: row.row.line, candidateId, onboardingId: null };
}

/** Makes the candidates, onboardings and verifications of rows. The number of statements does not grow with theirs. */
async function commitRows(
  command: ScopedCommand,
  rows: readonly WholeRow[],
): Promise<readonly DoneRow[]> {
  const people = await withCandidates(command, rows);
  const orders = people.map(({ candidateId, checked: { role, workState } }) => {
    return { candidateId, roleId: role.id, workState };
  });
  const onboardings = await ensureOnboardings(command, orders);
  const integrationId = await chooseIntegration(command);
  const started =
    integrationId === undefined
      ? undefined
      : await startVerifications(command, people, integrationId);
  return zip(people, onboardings).map(([row, { id: onboardingId }]) => {
    const { candidateId } = row;
    const requirements = row.requirements.map((one) => withStarted(one, row, started?.get(row)));
    const columns = assessedColumns({ ...row, requirements });
    return { ...columns, line: row.row.line, candidateId, onboardingId };
  });
}

/** Rows with their candidates, who are created where nobody has the email or the external id yet. */
async function withCandidates(
  command: ScopedCommand,
  rows: readonly WholeRow[],
): Promise<readonly (WholeRow & { readonly candidateId: string })[]> {
  const strangers = rows.filter(({ candidateId }) => candidateId === undefined);
  const created = await createCandidates(
    command,
    strangers.map(({ checked: { person, workState } }) => ({ ...person, workState, metadata: {} })),
  );
  const idOf = new Map(zip(strangers, created).map(([row, { id }]) => [row, id]));
  return rows.flatMap((row) => {
    const candidateId = row.candidateId ?? idOf.get(row);
    return candidateId === undefined ? [] : [{ ...row, candidateId }];
  });
}

/** A requirement whose document is being verified now. @param started The verifications of the row, by configuration. */
function withStarted(
  requirement: EvaluatedRequirement,
  { checked }: AssessedRow,
  started: ReadonlyMap<string, string> | undefined,
): EvaluatedRequirement {
  const { kind, slug } = requirement;
  const sourceId = kind === 'document' ? started?.get(slug) : undefined;
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
