import type { ScopedCommand } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import { createCandidates } from '../candidates/index.js';
import { selectDefaultIntegration } from '../integrations/index.js';
import { type EvaluatedRequirement, ensureOnboardings } from '../onboarding/index.js';
import { type AssessedRow, assessedColumns } from './assess-rows.js';
import type { DoneRow } from './records.js';
import { startVerifications } from './start-verifications.js';

/**
 * Commits rows that were assessed again. One that has become missing since its validation is skipped.
 *
 * @returns what they show now.
 */
export async function commitRows(
  command: ScopedCommand,
  rows: readonly AssessedRow[],
): Promise<readonly DoneRow[]> {
  const skipped = rows.flatMap((row) => (isWhole(row) ? [] : [skippedRow(row)]));
  return [...skipped, ...(await makePeople(command, rows.filter(isWhole)))];
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
async function makePeople(
  command: ScopedCommand,
  rows: readonly WholeRow[],
): Promise<readonly DoneRow[]> {
  const people = await withCandidates(command, rows);
  const orders = people.map(({ candidateId, checked: { role, workState } }) => {
    return { candidateId, roleId: role.id, workState };
  });
  const onboardings = await ensureOnboardings(command, orders);
  // An archive in the meantime would refuse the verifications, and with them the whole commit.
  const [integration] = await selectDefaultIntegration(command.tx, command.scope).for('share');
  const started = integration && (await startVerifications(command, people, integration.id));
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
