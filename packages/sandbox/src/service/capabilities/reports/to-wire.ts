import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { candidates } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { CandidateRow } from '../candidates/index.js';
import { type CheckRow, checksOfReports, type ReportCheck } from './checks-of-reports.js';
import { allFields, missingInformation } from './missing-information.js';
import type { ReportRow } from './records.js';
import type { Check, ReportWire } from './wire.js';

/** A report as the API shows it, with its checks. */
export async function reportToWire(sql: Sql, row: ReportRow): Promise<ReportWire> {
  const [wire] = await reportsToWire(sql, [row]);
  if (!wire) throw new Error('A report was lost.');
  return wire;
}

/** Reports as the API shows them, with two queries at most for all. */
export async function reportsToWire(sql: Sql, rows: readonly ReportRow[]): Promise<ReportWire[]> {
  const checksById = await checksOfReports(
    sql,
    rows.map(({ id }) => id),
  );
  const candidatesById = await candidatesOf(
    sql,
    rows.filter(({ status }) => status === 'pending'),
  );
  return rows.map((row) =>
    toWire(row, checksById.get(row.id) ?? [], candidatesById.get(row.candidateId)),
  );
}

async function candidatesOf(
  sql: Sql,
  rows: readonly ReportRow[],
): Promise<ReadonlyMap<string, CandidateRow>> {
  const ids = [...new Set(rows.map(({ candidateId }) => candidateId))];
  if (ids.length === 0) return new Map();
  const found = await sql.select().from(candidates).where(inArray(candidates.id, ids));
  return new Map(found.map((row) => [row.id, row]));
}

function toWire(
  row: ReportRow,
  checks: readonly ReportCheck[],
  candidate: CandidateRow | undefined,
): ReportWire {
  const missing = checks.map((one) => missingInformation(row, one, candidate));
  return {
    id: row.id,
    candidateId: row.candidateId,
    packageId: row.packageId,
    workState: row.workState,
    status: row.status,
    result: row.result,
    includesCanceled: row.includesCanceled,
    adjudication: row.adjudication,
    adjudicationNote: row.adjudicationNote,
    adverseActionId: row.adverseActionId,
    checks: checks.map(({ check }, index) => checkToWire(check, missing[index] ?? [])),
    missingInformation: allFields(missing),
    price: { amountCents: row.priceCents, currency: 'USD', source: row.priceSource },
    estimatedCompletionAt: row.estimatedCompletionAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    turnaroundSeconds:
      row.completedAt && Math.floor((row.completedAt.getTime() - row.createdAt.getTime()) / 1000),
    invitationId: row.invitationId,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

type CheckWire = z.input<typeof Check>;

function checkToWire(check: CheckRow, missing: CheckWire['missingInformation']): CheckWire {
  return {
    id: check.id,
    checkTypeSlug: check.checkTypeSlug,
    status: check.status,
    result: resultOf(check),
    records: check.records.map((record) => ({ ...record })),
    missingInformation: missing,
    startedAt: check.startedAt?.toISOString() ?? null,
    completedAt: check.completedAt?.toISOString() ?? null,
  };
}

function resultOf({ status }: CheckRow): CheckWire['result'] {
  return status === 'clear' || status === 'consider' || status === 'unable_to_verify'
    ? status
    : null;
}
