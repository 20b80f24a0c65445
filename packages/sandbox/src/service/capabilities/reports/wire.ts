import { z } from 'zod';
import { type CandidateField, candidateFields } from '../../db/schema/candidate-fields.js';
import type { Sql } from '../../db/sql.js';
import { findByIds } from '../../http/resource.js';
import { Metadata, StateCode, Time, toWire, type WireOf } from '../../http/wire.js';
import type { Scope } from '../../kernel/command.js';
import { text } from '../../limits/bounded.js';
import { faultParams } from '../../limits/faults.js';
import { forms } from '../../limits/forms.js';
import {
  Candidate,
  type CandidateRow,
  CreateCandidate,
  candidateRecords,
  candidateToWire,
} from '../candidates/index.js';
import { Package, packageRecords, packagesToWire } from '../packages/index.js';
import {
  adjudications,
  type CheckRow,
  checkStatuses,
  checksOfReports,
  type ReportCheck,
  type ReportRow,
  reportResults,
  reportStatuses,
} from './records.js';
import { isOpen } from './states.js';

const Fields = z.array(z.enum(candidateFields));

const CheckRecord = z
  .object({
    id: z.string(),
    summary: z.string(),
    severity: z.enum(['low', 'medium', 'high']),
    jurisdiction: z.string(),
    disputed: z.boolean(),
  })
  .meta({ id: 'CheckRecord' });

const Check = z
  .object({
    id: z.string(),
    checkTypeSlug: z.string(),
    status: z.enum(checkStatuses),
    result: z
      .enum(['clear', 'consider', 'unable_to_verify'])
      .nullable()
      .describe('`null` if the check has not ended or was canceled.'),
    records: z.array(CheckRecord),
    missingInformation: Fields.describe('The fields of the candidate that the check waits for.'),
    startedAt: Time.nullable(),
    completedAt: Time.nullable().describe('When the check ended.'),
  })
  .meta({ id: 'Check' });

/** Checks of a candidate that were ordered together. Reports belong to the tenant: its integrations share them. */
export const Report = z
  .object({
    id: z.string(),
    candidateId: z.string(),
    packageId: z.string(),
    workState: z.string(),
    status: z.enum(reportStatuses),
    result: z
      .enum(reportResults)
      .nullable()
      .describe(
        '`consider` if any check ended with `consider` or `unable_to_verify`. `null` until the report is complete.',
      ),
    includesCanceled: z.boolean().describe('Whether some of its checks were canceled.'),
    adjudication: z.enum(adjudications).nullable(),
    adjudicationNote: z.string().nullable(),
    adverseActionId: z.string().nullable().describe('The open adverse action, or the last one.'),
    checks: z.array(Check),
    missingInformation: Fields.describe(
      'The fields of the candidate that the report waits for. While it is `pending`, they are unknown. While it is `suspended`, they need confirmation.',
    ),
    price: z
      .object({
        amountCents: z.int(),
        currency: z.literal('USD'),
        source: z.enum(['tenant', 'partner', 'list']),
      })
      .describe('The price when the report was ordered.'),
    estimatedCompletionAt: Time.nullable().describe(
      '`null` while the report waits for information, or if it was canceled.',
    ),
    completedAt: Time.nullable().describe('When the report was first complete.'),
    turnaroundSeconds: z.int().nullable().describe('From `createdAt` to `completedAt`.'),
    invitationId: z.string().nullable().describe('The invitation whose completion ordered it.'),
    metadata: Metadata,
    createdAt: Time,
    updatedAt: Time,
    candidate: Candidate.optional().describe('Only with `include`.'),
    package: Package.optional().describe('Only with `include`.'),
  })
  .meta({ id: 'Report' });

type ReportWire = WireOf<typeof Report>;

/** The parameter that asks for the objects of reports (service tables 1.1). */
export const Include = text('slug')
  .regex(forms.related.pattern)
  .meta({
    description: 'The objects to include, separated by a comma.',
    examples: ['candidate,package'],
  });

const Id = text('id').min(1);

/** The fields of spec section 2, and `metadata`. */
export const CreateReport = z
  .strictObject({
    candidateId: Id,
    packageId: Id,
    workState: StateCode,
    metadata: Metadata.default({}),
  })
  .meta({ id: 'CreateReport' });

export const ReportInformation = CreateCandidate.pick({
  dateOfBirth: true,
  ssnLast4: true,
  phone: true,
  workState: true,
})
  .refine(
    (fields) => Object.keys(fields).length > 0,
    faultParams({ code: 'too_small', facts: { least: 1, unit: 'fields' } }),
  )
  .meta({
    id: 'ReportInformation',
    description: 'At least one field of the candidate.',
    minProperties: 1,
  });

/** A report as the API shows it. @param include The objects to add, with a comma between them. */
export async function reportToWire(
  sql: Sql,
  row: ReportRow,
  include?: string,
): Promise<ReportWire> {
  const scope = { tenantId: row.tenantId, integrationId: null };
  const [wire] = await reportsToWire(sql, scope, [row], include);
  if (!wire) throw new Error('A report was lost.');
  return wire;
}

/** A report as the API shows it, and the objects that it refers to. */
export async function reportWithObjects(sql: Sql, row: ReportRow) {
  const shown = await reportToWire(sql, row, 'candidate,package');
  const { candidate, package: ordered, ...report } = shown;
  return { candidate, package: ordered, report };
}

/** Reports as the API shows them. The number of queries does not depend on the number of reports. */
export async function reportsToWire(
  sql: Sql,
  scope: Scope,
  rows: readonly ReportRow[],
  include = '',
): Promise<ReportWire[]> {
  const [withCandidate, withPackage] = [include.includes('candidate'), include.includes('package')];
  const ids = rows.map(({ id }) => id);
  const checks = await checksOfReports(sql, ids);
  const people = rows.filter(({ status }) => withCandidate || status === 'pending');
  const candidateIds = people.map(({ candidateId }) => candidateId);
  const candidates = await findByIds(candidateRecords, sql, scope, candidateIds);
  const packages = await packagesById(sql, scope, withPackage ? rows : []);
  return rows.map((row) => {
    const candidate = candidates.get(row.candidateId);
    const ofReport = checks.get(row.id) ?? [];
    const missing = ofReport.map((one) => missingInformation(row, one, candidate));
    const { completedAt, createdAt } = row;
    return toWire(Report, {
      ...row,
      checks: ofReport.map(({ check }, index) => checkToWire(check, missing[index] ?? [])),
      missingInformation: allFields(missing),
      price: { amountCents: row.priceCents, currency: 'USD', source: row.priceSource },
      turnaroundSeconds:
        completedAt && Math.floor((completedAt.getTime() - createdAt.getTime()) / 1000),
      candidate: withCandidate && candidate ? candidateToWire(candidate) : undefined,
      package: packages.get(row.packageId),
    });
  });
}

async function packagesById(sql: Sql, scope: Scope, rows: readonly ReportRow[]) {
  const ids = rows.map(({ packageId }) => packageId);
  const found = await findByIds(packageRecords, sql, scope, ids);
  const shown = await packagesToWire(sql, scope.tenantId, [...found.values()]);
  return new Map(shown.map((one) => [one.id, one]));
}

function checkToWire(check: CheckRow, missing: readonly CandidateField[]) {
  const { status } = check;
  const isFound = status === 'clear' || status === 'consider' || status === 'unable_to_verify';
  return toWire(Check, {
    ...check,
    result: isFound ? status : null,
    missingInformation: missing,
  });
}

// A suspended check of a type that requires nothing asks for these.
const identity: readonly CandidateField[] = ['dateOfBirth'];

/**
 * Returns the candidate fields that a check waits for: the unknown fields for a pending report, and the fields to confirm for a
 * suspended report.
 *
 * @param candidate Needed for a pending report only.
 */
export function missingInformation(
  report: ReportRow,
  one: ReportCheck,
  candidate: CandidateRow | undefined,
): CandidateField[] {
  if (!isOpen(one.check)) return [];
  const { requires } = one.type;
  if (report.status === 'suspended') return [...(requires.length > 0 ? requires : identity)];
  if (report.status !== 'pending' || !candidate) return [];
  return requires.filter((field) => candidate[field] === null);
}

/** Returns each field once, in the same order for every report. */
function allFields(fields: readonly (readonly CandidateField[])[]): CandidateField[] {
  const named = new Set(fields.flat());
  return candidateFields.filter((field) => named.has(field));
}
