import { setImmediate } from 'node:timers/promises';
import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  not,
  type SQL,
  sql as text,
} from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import {
  integrationResource,
  type RowOf,
  tenantResource,
  withStates,
} from '../../http/resource.js';
import type { Command } from '../../kernel/command.js';
import { jsonRows } from '../../kernel/json-rows.js';
import { countWithin } from '../../kernel/lists.js';
import { updateRows } from '../../kernel/update-rows.js';
import { limits } from '../../limits/limits.js';
import { importStates } from './states.js';

export const importRecords = withStates(
  integrationResource(tables.bulkImports, 'bulk_import'),
  importStates,
);
export type ImportRecord = RowOf<typeof tables.bulkImports>;
export const boundedImports = {
  limit: 'openImports',
  table: tables.bulkImports,
  counts: inArray(tables.bulkImports.status, ['validating', 'validated', 'committing']),
  what: 'bulk_import',
  noun: 'open imports',
  cure: 'Commit one first.',
} as const;
export const importStatuses = tables.bulkImports.status.enumValues;

/** Whether an import of a tenant is being committed, which may start verifications. */
export async function isCommitting(sql: Sql, tenantId: string): Promise<boolean> {
  const { bulkImports } = tables;
  const rows = await sql
    .select({ id: bulkImports.id })
    .from(bulkImports)
    .where(and(eq(bulkImports.tenantId, tenantId), eq(bulkImports.status, 'committing')))
    .limit(1);
  return rows.length > 0;
}

/** The rows of all imports of a tenant. The import is found, within its integration, before its rows are read. */
export const rowRecords = tenantResource(tables.bulkImportRows, 'row');
export type RowRecord = RowOf<typeof tables.bulkImportRows>;
/** The statuses of a row of a roster (spec section 1). */
export const rowStatuses = tables.bulkImportRows.status.enumValues;

const {
  line,
  importId: owner,
  values,
  status,
  requirements,
  issues,
  onboardingId,
} = tables.bulkImportRows;
const { most: MOST_ROWS } = limits.rowsOfTransaction;
const MOST_OF_STATEMENT = 1024 * 1024;
const MOST_OF_PART = 256 * 1024;

/** Splits rows into lists of at most 200 rows and `most` bytes of JSON. A larger row is alone in its list. */
function* inLists<Row>(rows: Iterable<Row>, most: number): Generator<Row[], void> {
  let list: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    if (list.length === MOST_ROWS || (list.length > 0 && bytes + size > most)) {
      yield list;
      list = [];
      bytes = 0;
    }
    list.push(row);
    bytes += size;
  }
  if (list.length > 0) yield list;
}

/** Stores the rows of a roster in the parts in which they are validated. */
export async function storeParts(
  tx: Sql,
  importId: string,
  rows: Iterable<tables.UnvalidatedRow>,
): Promise<void> {
  let number = 0;
  for (const list of inLists(rows, MOST_OF_PART)) {
    await setImmediate();
    await tx.insert(tables.bulkImportParts).values({ importId, number, rows: list });
    number += 1;
  }
}

const { bulkImportParts: parts } = tables;

/** Removes the next part of a roster, and returns its rows. Returns no rows if no part is left. */
export async function takePart(
  tx: Sql,
  importId: string,
): Promise<readonly tables.UnvalidatedRow[]> {
  const next = selectParts(tx, importId).orderBy(asc(parts.number)).limit(1);
  const [part] = await tx
    .delete(parts)
    .where(and(eq(parts.importId, importId), eq(parts.number, next)))
    .returning({ rows: parts.rows });
  return part?.rows ?? [];
}

export async function hasParts(tx: Sql, importId: string): Promise<boolean> {
  return (await selectParts(tx, importId).limit(1)).length > 0;
}

function selectParts(tx: Sql, importId: string) {
  return tx
    .select({ number: parts.number })
    .from(parts)
    .where(eq(parts.importId, importId))
    .$dynamic();
}

/** Removes all rows of an import, validated or not. */
export async function removeRows(tx: Sql, importId: string): Promise<void> {
  await tx.delete(parts).where(eq(parts.importId, importId));
  await tx.delete(tables.bulkImportRows).where(eq(owner, importId));
}

const newRows = jsonRows(tables.bulkImportRows, [
  'id',
  'tenantId',
  'importId',
  'line',
  'status',
  'roleSlug',
  'values',
  'requirements',
  'issues',
  'candidateId',
  'createdAt',
  'updatedAt',
]);

type NewRow = Omit<RowRecord, 'seq' | 'onboardingId'>;

export async function insertRows(tx: Sql, rows: readonly NewRow[]): Promise<void> {
  const { columns, read, write } = newRows;
  for (const list of inLists(rows, MOST_OF_STATEMENT)) {
    await tx.execute(text`insert into ${tables.bulkImportRows} (${columns})
      select ${columns} from ${read(write(list))}`);
  }
}

/**
 * Finds the last of the first rows that meet a condition, by line: at most 200 rows and `most` bytes, but at least one row.
 *
 * @returns its line, or `undefined` if no row meets the condition.
 */
async function lastOfFirst(
  sql: Sql,
  where: SQL | undefined,
  most: number,
  bytes: SQL<number>,
): Promise<number | undefined> {
  const found = await sql
    .select({ line, bytes })
    .from(tables.bulkImportRows)
    .where(where)
    .orderBy(asc(line))
    .limit(MOST_ROWS);
  return found[countWithin(found, most, (row) => row.bytes) - 1]?.line;
}

/** Reads the rows of an import by line, in pages that are read on demand. */
export async function* rowPages(sql: Sql, importId: string) {
  const bytes = text<number>`octet_length(${values}::text) + octet_length(${requirements}::text)
    + octet_length(${issues}::text)`;
  for (let after: number | undefined = 0; ; ) {
    const rest: SQL | undefined = and(eq(owner, importId), gt(line, after));
    after = await lastOfFirst(sql, rest, MOST_OF_PART, bytes);
    if (after === undefined) return;
    yield await sql
      .select({ line, status, values, requirements, issues })
      .from(tables.bulkImportRows)
      .where(and(rest, lte(line, after)))
      .orderBy(asc(line));
  }
}

/** The condition for rows of an import that are not missing and that no commit has done. */
const isUndone = (importId: string) =>
  and(eq(owner, importId), ne(status, 'missing'), isNull(onboardingId));

/** Selects the next rows of a commit, by line. @param which `only`: the rows with the failed lines. `none`: the others. */
export async function undoneRows(
  tx: Sql,
  importId: string,
  failed: readonly number[],
  which: 'only' | 'none',
) {
  const isOneOf = text`${line} = any(${text.param(failed)}::int[])`;
  const where = and(isUndone(importId), which === 'only' ? isOneOf : not(isOneOf));
  const last = await lastOfFirst(tx, where, MOST_OF_STATEMENT, text`octet_length(${values}::text)`);
  if (last === undefined) return [];
  return tx
    .select({ line, values })
    .from(tables.bulkImportRows)
    .where(and(where, lte(line, last)))
    .orderBy(asc(line));
}

export async function hasUndone(tx: Sql, importId: string): Promise<boolean> {
  const rows = tx.select({ line }).from(tables.bulkImportRows);
  return (await rows.where(isUndone(importId)).limit(1)).length > 0;
}

/** Marks the rows that no commit has done as missing, with one issue. */
export async function giveUpUndone(
  command: Command,
  importId: string,
  issue: tables.RowIssue,
): Promise<void> {
  const changes = { status: 'missing' as const, issues: [issue] };
  await updateRows(command, tables.bulkImportRows, changes).where(isUndone(importId));
}

export type DoneRow = Pick<
  RowRecord,
  'line' | 'status' | 'roleSlug' | 'requirements' | 'issues' | 'candidateId' | 'onboardingId'
>;

/** Saves the results of a commit in its rows. */
export async function saveRows(
  { tx, now }: Command,
  importId: string,
  done: readonly DoneRow[],
): Promise<void> {
  for (const list of inLists(done, MOST_OF_STATEMENT)) {
    await tx.execute(text`update ${tables.bulkImportRows} set status = done.status,
        role_slug = done."roleSlug", requirements = done.requirements, issues = done.issues,
        candidate_id = done."candidateId", onboarding_id = done."onboardingId",
        updated_at = ${now.toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(list)}::json) as done(line int, status text,
        "roleSlug" text, requirements json, issues json, "candidateId" text, "onboardingId" text)
      where ${and(eq(owner, importId), text`${line} = done.line`)}`);
  }
}

export async function countRows(tx: Sql, id: string) {
  const counted = await tx
    .select({ status, rows: count() })
    .from(tables.bulkImportRows)
    .where(eq(owner, id))
    .groupBy(status);
  const counts = new Map(counted.map((one) => [one.status, one.rows]));
  return {
    validCount: counts.get('valid') ?? 0,
    pendingCount: counts.get('pending') ?? 0,
    missingCount: counts.get('missing') ?? 0,
  };
}
