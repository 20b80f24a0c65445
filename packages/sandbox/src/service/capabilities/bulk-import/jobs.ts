import { sql } from 'drizzle-orm';
import type { RowIssue } from '../../db/schema/index.js';
import { objectJob } from '../../engine/run-job.js';
import { type Command, type Job, type ScopedCommand, schedule } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import { limits } from '../../limits/limits.js';
import { createCandidates } from '../candidates/index.js';
import { selectDefaultIntegration } from '../integrations/index.js';
import {
  type EvaluatedRequirement,
  ensureOnboardings,
  requirementToWire,
} from '../onboarding/index.js';
import { type AssessedRow, assessRows } from './assess-rows.js';
import { withoutGuard } from './csv/csv.js';
import {
  countRows,
  type DoneRow,
  type ImportRecord,
  importRecords,
  insertRows,
  lastLine,
  saveRows,
  undoneRows,
} from './records.js';
import { requiredColumns } from './roster/columns.js';
import { type RosterRow, readRoster } from './roster/read-roster.js';
import { startVerifications } from './start-verifications.js';

const BATCH = limits.rowsOfTransaction.most;

/** Gives the command of a job the scope of its import: a key of an integration has the documents of that one checked only. */
function scopedTo(command: Command, { tenantId, integrationId }: ImportRecord): ScopedCommand {
  return { ...command, scope: { tenantId, integrationId } };
}

/** Counts the rows that are done so far, and schedules the next transaction. */
async function goOn(command: Command, job: Job, found: ImportRecord): Promise<void> {
  const { kind, ref } = job;
  await importRecords.save(command, found, await countRows(command.tx, found.id));
  await schedule(command.tx, { kind, ref, dueAt: command.now });
}

export const importJobs = {
  import_validation: objectJob(importRecords, runValidation),
  import_commit: objectJob(importRecords, runCommit),
};

/**
 * One transaction of a validation. The stored rows tell where it goes on, so a transaction that runs again, or beside
 * another, does nothing twice. It schedules the next one, until every row has its status.
 */
async function runValidation(command: Command, found: ImportRecord, job: Job): Promise<void> {
  const { tx } = command;
  if (found.status !== 'validating') return;
  const { id, content, fileIssues } = found;
  if (!content || fileIssues.some(({ severity }) => severity === 'error')) {
    await importRecords.act(command, 'reject', found, { content: null });
    return;
  }
  // Its columns were checked when it came. The roles may have changed since.
  const { rows } = readRoster(content, { known: requiredColumns, required: [] });
  const from = await lastLine(tx, id);
  const todo = rows.filter(({ line }) => line > from);
  await validate(command, found, rows, todo.slice(0, BATCH));
  if (todo.length > BATCH) return goOn(command, job, found);
  const counts = await countRows(tx, id);
  await importRecords.act(command, 'finish-validation', found, { ...counts, content: null });
}

async function validate(
  command: Command,
  found: ImportRecord,
  all: readonly RosterRow[],
  batch: readonly RosterRow[],
): Promise<void> {
  const { tx, now, nextIds } = command;
  const duplicates = findDuplicates(all);
  const assessed = await assessRows(scopedTo(command, found), found.roleId, batch);
  const ids = await nextIds('row', assessed.length);
  const rows = zip(ids, assessed).map(([id, { row, candidateId, ...one }]) => ({
    ...assessedColumns(one, duplicates.get(row.line) ?? []),
    id,
    tenantId: found.tenantId,
    importId: found.id,
    line: row.line,
    values: row.values,
    candidateId: candidateId ?? null,
    createdAt: now,
    updatedAt: now,
  }));
  await insertRows(tx, rows);
}

function assessedColumns(
  { checked, requirements, issues, status }: Omit<AssessedRow, 'row' | 'candidateId'>,
  more: AssessedRow['issues'] = [],
) {
  return {
    status: more.length > 0 ? ('missing' as const) : status,
    roleSlug: checked.role?.slug ?? null,
    requirements: requirements.map(requirementToWire),
    issues: [...issues, ...more],
  };
}

function findDuplicates(rows: readonly RosterRow[]): ReadonlyMap<number, readonly RowIssue[]> {
  const issues = new Map<number, RowIssue[]>();
  for (const column of ['email', 'external_id']) {
    const first = new Map<string, number>();
    for (const { line, values } of rows) {
      const text = withoutGuard((values[column] ?? '').trim());
      const key = column === 'email' ? text.toLowerCase() : text;
      const earlier = first.get(key);
      if (key === '') continue;
      if (earlier === undefined) first.set(key, line);
      else {
        const message = `is on line ${earlier} already`;
        issues.set(line, [...(issues.get(line) ?? []), { column, code: 'duplicate_row', message }]);
      }
    }
  }
  return issues;
}

/**
 * One transaction of a commit: the next rows that are not missing and not done. A row that has become missing since its
 * validation is skipped. It schedules the next transaction, until every row is done.
 */
async function runCommit(command: Command, found: ImportRecord, job: Job): Promise<void> {
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
