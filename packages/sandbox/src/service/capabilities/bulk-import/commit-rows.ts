import type { ScopedCommand } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import { createCandidates } from '../candidates/index.js';
import { selectDefaultIntegration } from '../integrations/index.js';
import { type EvaluatedRequirement, ensureOnboardings } from '../onboarding/index.js';
import { type AssessedRow, assessedColumns } from './assess-rows.js';
import type { DoneRow } from './records.js';
import { startVerifications } from './start-verifications.js';

/**
 * Commits rows that were assessed again. Skips rows that have become missing since their validation.
 *
 * @returns the new columns of the rows.
 */
export async function commitRows(
  command: ScopedCommand,
  rows: readonly AssessedRow[],
): Promise<readonly DoneRow[]> {
  const skipped = rows.flatMap((row) => (isWhole(row) ? [] : [skippedRow(row)]));
  return [...skipped, ...(await createRecords(command, rows.filter(isWhole)))];
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

/** Creates candidates, onboardings and verifications. The number of statements does not depend on the number of rows. */
async function createRecords(
  command: ScopedCommand,
  rows: readonly WholeRow[],
): Promise<readonly DoneRow[]> {
  const people = await withCandidates(command, rows);
  const orders = people.map(({ candidateId, checked: { role, workState } }) => {
    return { candidateId, roleId: role.id, workState };
  });
  const onboardings = await ensureOnboardings(command, orders);
  // If the integration were archived meanwhile, the verifications and thus the whole commit would be refused.
  const [integration] = await selectDefaultIntegration(command.tx, command.scope).for('share');
  const started = integration && (await startVerifications(command, people, integration.id));
  return zip(people, onboardings).map(([row, { id: onboardingId }]) => {
    const { candidateId } = row;
    const requirements = row.requirements.map((one) => withStarted(one, row, started?.get(row)));
    const columns = assessedColumns({ ...row, requirements });
    return { ...columns, line: row.row.line, candidateId, onboardingId };
  });
}

/** Adds the candidates to rows, and creates those whose email and external id nobody has yet. */
async function withCandidates(
  command: ScopedCommand,
  rows: readonly WholeRow[],
): Promise<readonly (WholeRow & { readonly candidateId: string })[]> {
  const newCandidates = rows.filter(({ candidateId }) => candidateId === undefined);
  const created = await createCandidates(
    command,
    newCandidates.map(({ checked: { person, workState } }) => ({
      ...person,
      workState,
      metadata: {},
    })),
  );
  const idOf = new Map(zip(newCandidates, created).map(([row, { id }]) => [row, id]));
  return rows.flatMap((row) => {
    const candidateId = row.candidateId ?? idOf.get(row);
    return candidateId === undefined ? [] : [{ ...row, candidateId }];
  });
}

/** Shows a requirement as pending if its document is being verified. @param started The verifications, by configuration. */
function withStarted(
  requirement: EvaluatedRequirement,
  { checked }: AssessedRow,
  started: ReadonlyMap<string, string> | undefined,
): EvaluatedRequirement {
  const { kind, slug } = requirement;
  const sourceId = kind === 'document' ? started?.get(slug) : undefined;
  // A document from another state does not count for the work state.
  if (sourceId === undefined || checked.documents.get(slug)?.state !== checked.workState) {
    return requirement;
  }
  return { ...requirement, state: 'pending', sourceId, expiresAt: null };
}
