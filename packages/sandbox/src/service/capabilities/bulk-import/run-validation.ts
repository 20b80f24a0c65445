import type { RowIssue } from '../../db/schema/index.js';
import type { Command, Job } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import { requirementToWire } from '../onboarding/index.js';
import { type AssessedRow, assessRows } from './assess-rows.js';
import { withoutGuard } from './csv/csv.js';
import { BATCH, goOn, scopedTo } from './import-job.js';
import { countRows, type ImportRecord, importRecords, insertRows, lastLine } from './records.js';
import { requiredColumns } from './roster/columns.js';
import { type RosterRow, readRoster } from './roster/read-roster.js';

/**
 * One transaction of a validation. The stored rows tell where it goes on, so a transaction that runs again, or beside
 * another, does nothing twice. It schedules the next one, until every row has its status.
 */
export async function runValidation(
  command: Command,
  found: ImportRecord,
  job: Job,
): Promise<void> {
  const { tx } = command;
  if (found.status !== 'validating') return;
  const { id, content, fileIssues } = found;
  if (!content || fileIssues.some(({ severity }) => severity === 'error')) {
    await importRecords.act(command, 'reject', found, { content: null });
    return;
  }
  const rows = rosterRows(content);
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

/** The columns of a row that tell its assessment. */
export function assessedColumns(
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

// Its columns were checked when it came. The roles may have changed since.
function rosterRows(content: Uint8Array): readonly RosterRow[] {
  return readRoster(content, { known: requiredColumns, required: [] }).rows;
}

/** Finds the values that rows repeat of an earlier one, by their lines. */
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
