import { and, asc, eq, inArray } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type RowOf, tenantResource, withStates } from '../../http/resource.js';
import { transitionAll } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import { updateRows } from '../../kernel/update-rows.js';
import type { CandidateRow } from '../candidates/index.js';
import type { CheckTypeRow } from '../packages/index.js';
import { adjudicationStates } from './adjudication-states.js';
import { checkStates, reportStates } from './states.js';

const records = tenantResource(tables.reports, 'report');

/** A caller that also locks the candidate locks it first. */
export const reportRecords = withStates(records, reportStates);
/** The same reports, with the state of their adjudication. */
export const adjudicationRecords = withStates(records, adjudicationStates);
export type ReportRow = RowOf<typeof tables.reports>;

export type CheckRow = RowOf<typeof tables.checks>;

export const reportStatuses = tables.reports.status.enumValues;
export const reportResults = tables.reports.result.enumValues;
export const adjudications = tables.reports.adjudication.enumValues;
export const checkStatuses = tables.checks.status.enumValues;

export interface ReportCheck {
  readonly check: CheckRow;
  readonly type: CheckTypeRow;
}

/** The reports that are pending. */
export const pendingReports = {
  table: tables.reports,
  isOpen: () => eq(tables.reports.status, 'pending'),
};

export async function lockPendingReports(
  tx: Sql,
  { id, tenantId }: CandidateRow,
): Promise<ReportRow[]> {
  const table = tables.reports;
  return reportRecords
    .query(tx)
    .where(
      and(eq(table.tenantId, tenantId), eq(table.candidateId, id), eq(table.status, 'pending')),
    )
    .orderBy(asc(table.createdAt), asc(table.seq))
    .for('update', { of: table });
}

/** Reads the checks of reports, in order, by report id. Takes one query. */
export async function checksOfReports(
  sql: Sql,
  reportIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ReportCheck[]>> {
  if (reportIds.length === 0) return new Map();
  const { checks, checkTypes } = tables;
  const rows = await sql
    .select({ check: checks, type: checkTypes })
    .from(checks)
    .innerJoin(checkTypes, eq(checkTypes.slug, checks.checkTypeSlug))
    .where(inArray(checks.reportId, [...reportIds]))
    .orderBy(checks.seq);
  const byReport = new Map<string, ReportCheck[]>(reportIds.map((id) => [id, []]));
  for (const row of rows) byReport.get(row.check.reportId)?.push(row);
  return byReport;
}

export async function checksOfReport(sql: Sql, reportId: string): Promise<readonly ReportCheck[]> {
  return (await checksOfReports(sql, [reportId])).get(reportId) ?? [];
}

export async function insertChecks(
  { tx, now, nextIds }: Command,
  { id: reportId, tenantId }: ReportRow,
  types: readonly CheckTypeRow[],
): Promise<readonly ReportCheck[]> {
  const ids = await nextIds('chk', types.length);
  const common = { tenantId, reportId, status: 'pending', records: [], createdAt: now } as const;
  const rows = zip(ids, types).map(([id, { slug }]) => ({ ...common, id, checkTypeSlug: slug }));
  await tx.insert(tables.checks).values(rows);
  return checksOfReport(tx, reportId);
}

/** Changes fields of checks whose report is locked. */
export async function saveChecks(
  command: Command,
  which: readonly CheckRow[],
  changes: Partial<CheckRow>,
): Promise<void> {
  if (which.length === 0) return;
  const ids = which.map(({ id }) => id);
  await updateRows(command, tables.checks, changes).where(inArray(tables.checks.id, ids));
}

/** Carries out an action on checks whose report is locked. @throws Problem 409 when the state of one forbids it. */
export async function actOnChecks(
  command: Command,
  action: keyof typeof checkStates.actions,
  which: readonly CheckRow[],
  changes: Partial<CheckRow>,
): Promise<void> {
  await saveChecks(command, which, transitionAll(checkStates, action, which, changes));
}
