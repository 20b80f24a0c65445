import { and, eq, gt, lt } from 'drizzle-orm';
import type { PageRange } from '../api/paging.js';
import { reports } from '../store/schema/index.js';
import { inTenant, type Scope } from '../store/scope.js';
import type { Sql } from '../store/sql.js';
import type { ReportRow } from './find-report.js';

/** What a list of reports may be filtered by. */
export interface ReportFilter {
  readonly candidateId?: string | undefined;
  readonly packageId?: string | undefined;
  readonly status?: ReportRow['status'] | undefined;
  readonly result?: ReportRow['result'] | undefined;
  readonly adjudication?: ReportRow['adjudication'] | undefined;
  readonly workState?: string | undefined;
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

export async function listReports(
  sql: Sql,
  scope: Scope,
  filter: ReportFilter,
  range: PageRange,
): Promise<ReportRow[]> {
  const { candidateId, packageId, status, result, adjudication, workState } = filter;
  const { createdAfter, createdBefore } = filter;
  const matches = and(
    inTenant(reports, scope),
    candidateId === undefined ? undefined : eq(reports.candidateId, candidateId),
    packageId === undefined ? undefined : eq(reports.packageId, packageId),
    status === undefined ? undefined : eq(reports.status, status),
    result ? eq(reports.result, result) : undefined,
    adjudication ? eq(reports.adjudication, adjudication) : undefined,
    workState === undefined ? undefined : eq(reports.workState, workState),
    createdAfter === undefined ? undefined : gt(reports.createdAt, new Date(createdAfter)),
    createdBefore === undefined ? undefined : lt(reports.createdAt, new Date(createdBefore)),
    range.where,
  );
  return sql.select().from(reports).where(matches).orderBy(range.orderBy).limit(range.limit);
}
