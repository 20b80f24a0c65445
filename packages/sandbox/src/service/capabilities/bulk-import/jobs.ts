import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { failureKind } from '../../db/errors.js';
import type { RowIssue, UnvalidatedRow } from '../../db/schema/index.js';
import { objectJob, skippedMembers, UnfinishedJob } from '../../engine/job-handlers.js';
import { allOrEach, type FailedMember } from '../../kernel/all-or-each.js';
import { type Command, type Job, type ScopedCommand, schedule } from '../../kernel/command.js';
import { countWithin, zip } from '../../kernel/lists.js';
import { assessedColumns, assessRows } from './assess-rows.js';
import { commitRows } from './commit-rows.js';
import {
  countRows,
  giveUpUndone,
  hasParts,
  hasUndone,
  type ImportRecord,
  importRecords,
  insertRows,
  removeRows,
  saveRows,
  takePart,
  undoneRows,
} from './records.js';
import { countDocuments } from './roster/columns.js';
import { fileError } from './roster/read-header.js';
import type { RosterRow } from './roster/read-roster.js';

/** Gives the command of a job the scope of its import: an import by the key of an integration is limited to that integration. */
function scopedTo(command: Command, { tenantId, integrationId }: ImportRecord): ScopedCommand {
  return { ...command, scope: { tenantId, integrationId } };
}

export const importJobs = {
  import_validation: objectJob(importRecords, runValidation),
  import_commit: objectJob(importRecords, runCommit),
};

/** The handlers of jobs that cannot succeed. */
export const importEndings = {
  import_validation: ending(endValidation),
  import_commit: ending(endCommit),
};

function ending(body: (command: Command, found: ImportRecord) => Promise<void>) {
  return async (command: Command, { ref }: Job): Promise<void> => {
    for (const found of await importRecords.lockByIds(command.tx, [ref])) {
      await body(command, found);
    }
  };
}

/** Counts the rows that are done so far, and schedules the next transaction. */
async function scheduleNextBatch(
  command: Command,
  { kind, ref, tenantId }: Job,
  found: ImportRecord,
  payload: Job['payload'] = null,
): Promise<void> {
  await importRecords.save(command, found, await countRows(command.tx, found.id));
  await schedule(command.tx, { kind, ref, dueAt: command.now, payload, tenantId });
}

/**
 * Does work for all rows or, if that fails, for each alone. No row is at fault for a passing error: the transaction runs again.
 *
 * @returns the rows that failed.
 */
async function forRows<Row>(
  { tx }: Command,
  rows: readonly Row[],
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<readonly FailedMember<Row>[]> {
  let passing: { readonly error: unknown } | undefined;
  const failed = await allOrEach(tx, rows, async (some) => {
    // Each of the others could wait for a lock as long.
    if (passing) throw passing.error;
    try {
      await work(some);
    } catch (error) {
      if (failureKind(error) === 'passing') passing = { error };
      throw error;
    }
  });
  if (passing) throw passing.error;
  return failed;
}

/** An issue that names the row, because no cell is at fault. */
function failedIssue(message: string): RowIssue {
  return { column: 'import_line', code: 'internal_error', message };
}

/**
 * Validates the next part of a roster in one transaction. Storing the rows removes the part, so a transaction that runs again or
 * concurrently does nothing twice. Schedules the next transaction until every row has its status.
 */
async function runValidation(command: Command, found: ImportRecord, job: Job): Promise<unknown> {
  const { tx } = command;
  if (found.status !== 'validating') return undefined;
  const { id, fileIssues } = found;
  if (fileIssues.some(({ severity }) => severity === 'error')) {
    return importRecords.act(command, 'reject', found, {});
  }
  const rows = await takePart(tx, id);
  const failed = await forRows(command, rows, (some) => validate(command, found, some));
  const members = failed.map(({ member }) => member);
  const [lost] = await forRows(command, members, (some) => storeFailed(command, found, some));
  if (lost) throw lost.error;
  if (await hasParts(tx, id)) await scheduleNextBatch(command, job, found);
  else await importRecords.act(command, 'finish-validation', found, await countRows(tx, id));
  return skippedMembers(failed);
}

async function validate(
  command: Command,
  found: ImportRecord,
  rows: readonly UnvalidatedRow[],
): Promise<void> {
  const assessed = await assessRows(scopedTo(command, found), found.roleId, rows);
  const shown = zip(rows, assessed).map(([{ values, issues }, row]) => ({
    ...assessedColumns(row, issues),
    line: row.row.line,
    values,
    candidateId: row.candidateId ?? null,
  }));
  await store(command, found, shown);
}

/** Stores rows that cannot be validated. Leaves their cells out, because these may be the cause. */
async function storeFailed(
  command: Command,
  found: ImportRecord,
  rows: readonly UnvalidatedRow[],
): Promise<void> {
  const message = 'could not be validated, because the service has failed';
  const shown = rows.map(({ line, values }) => ({
    line,
    status: 'missing' as const,
    roleSlug: null,
    values: Object.fromEntries(Object.keys(values).map((column) => [column, ''])),
    requirements: [],
    issues: [failedIssue(message)],
    candidateId: null,
  }));
  await store(command, found, shown);
}

type ShownRow = Omit<
  Parameters<typeof insertRows>[1][number],
  'id' | 'tenantId' | 'importId' | 'createdAt' | 'updatedAt'
>;

async function store(
  { tx, now, nextIds }: Command,
  { id: importId, tenantId }: ImportRecord,
  rows: readonly ShownRow[],
): Promise<void> {
  const fixed = { tenantId, importId, createdAt: now, updatedAt: now };
  const ids = await nextIds('row', rows.length);
  await insertRows(
    tx,
    zip(ids, rows).map(([id, row]) => ({ ...row, ...fixed, id })),
  );
}

/** Rejects a roster that cannot be validated. */
async function endValidation(command: Command, found: ImportRecord): Promise<void> {
  if (found.status !== 'validating') return;
  await removeRows(command.tx, found.id);
  const message = 'The service has failed to validate the file.';
  await importRecords.act(command, 'reject', found, {
    fileIssues: [fileError(null, null, 'internal_error', message), ...found.fileIssues],
    ...(await countRows(command.tx, found.id)),
  });
}

/** The lines of failed rows, longest waiting first. */
const Progress = z.object({ failedLines: z.array(z.number()) });

const MOST_DOCUMENTS = 1000;

/**
 * Commits the next rows that are neither missing nor done, in one transaction. Skips rows that have become missing since their
 * validation, and leaves failed rows for the end. Schedules the next transaction until every row is done.
 *
 * @returns an unfinished job if only failed rows are left.
 */
async function runCommit(command: Command, found: ImportRecord, job: Job): Promise<unknown> {
  const { tx } = command;
  if (found.status !== 'committing') return undefined;
  const { id, tenantId } = found;
  // Two imports of a tenant that name the same person must not both create a candidate.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${tenantId}`}, 0))`);
  const { failedLines } = job.payload ? Progress.parse(job.payload) : { failedLines: [] };
  const others = await undoneRows(tx, id, failedLines, 'none');
  const isLast = others.length === 0;
  const rows = isLast ? await undoneRows(tx, id, failedLines, 'only') : others;
  const batch = rows.slice(0, countWithin(rows, MOST_DOCUMENTS, countDocuments));
  const failed = await forRows(command, batch, (some) => commit(command, found, some));
  const tried = new Set(batch.map(({ line }) => line));
  const left = [
    ...failedLines.filter((line) => !tried.has(line)),
    ...failed.map(({ member }) => member.line),
  ];
  const payload = left.length > 0 ? { failedLines: left } : null;
  const [first] = failed;
  if (isLast && first) {
    await importRecords.save(command, found, await countRows(tx, id));
    return new UnfinishedJob(first.error, payload);
  }
  if (batch.length > 0 && (payload || (await hasUndone(tx, id)))) {
    return scheduleNextBatch(command, job, found, payload);
  }
  return finishCommit(command, found);
}

async function finishCommit(command: Command, found: ImportRecord): Promise<void> {
  const counts = await countRows(command.tx, found.id);
  const changes = { ...counts, committedAt: command.now };
  await importRecords.act(command, 'finish-commit', found, changes);
}

async function commit(
  command: Command,
  found: ImportRecord,
  rows: readonly RosterRow[],
): Promise<void> {
  const scoped = { ...scopedTo(command, found), requestId: found.requestId ?? undefined };
  const assessed = await assessRows(scoped, found.roleId, rows);
  await saveRows(command, found.id, await commitRows(scoped, assessed));
}

/** Ends a commit whose remaining rows cannot be done. */
async function endCommit(command: Command, found: ImportRecord): Promise<void> {
  if (found.status !== 'committing') return;
  const message = 'could not be committed, because the service has failed';
  await giveUpUndone(command, found.id, failedIssue(message));
  await finishCommit(command, found);
}
