import { eq } from 'drizzle-orm';
import { candidates, checks, packages, reports } from '../../src/service/db/schema/index.js';
import type { Sql } from '../../src/service/db/sql.js';
import { maria } from './maria.js';
import type { TestService } from './service.js';

/** A complete report with the result `consider`: two records, and a check that could not be verified. */
export interface ConsiderReport {
  readonly id: string;
  readonly candidateId: string;
  readonly recordIds: readonly [string, string];
  /** The id of the check without records. */
  readonly checkId: string;
  /** The id of a clear check. */
  readonly clearCheckId: string;
}

let count = 0;

/** Creates a complete report of a new candidate. */
export async function considerReport(
  { send, sql }: TestService,
  lastName = 'Ortiz',
): Promise<ConsiderReport> {
  const { id } = await send('POST', '/v1/candidates', { ...maria, lastName });
  return storeReport(sql, String(id));
}

/** Creates a complete report of an existing candidate. */
export async function storeReport(sql: Sql, candidateId: string): Promise<ConsiderReport> {
  const [candidate] = await sql.select().from(candidates).where(eq(candidates.id, candidateId));
  if (!candidate) throw new Error(`There is no candidate ${candidateId}.`);
  const { tenantId, createdAt } = candidate;
  const [ordered] = await sql.select().from(packages).where(eq(packages.tenantId, tenantId));
  if (!ordered) throw new Error(`The tenant ${tenantId} has no package.`);
  count += 1;
  const id = `rpt_test${count}`;
  const recordIds = [`rec_test${count}a`, `rec_test${count}b`] as const;
  const checkId = `chk_test${count}c`;
  const clearCheckId = `chk_test${count}a`;
  await sql.insert(reports).values({
    id,
    tenantId,
    candidateId,
    packageId: ordered.id,
    workState: 'CA',
    status: 'complete',
    result: 'consider',
    includesCanceled: false,
    priceCents: 1500,
    priceSource: 'list',
    metadata: {},
    completedAt: createdAt,
    createdAt,
    updatedAt: createdAt,
  });
  const done = {
    tenantId,
    reportId: id,
    startedAt: createdAt,
    completedAt: createdAt,
    createdAt,
  };
  const record = {
    severity: 'medium',
    jurisdiction: 'Travis County, TX',
    disputed: false,
  } as const;
  await sql.insert(checks).values([
    { ...done, id: clearCheckId, checkTypeSlug: 'ssn-trace', status: 'clear', records: [] },
    {
      ...done,
      id: `chk_test${count}b`,
      checkTypeSlug: 'national-criminal',
      status: 'consider',
      records: [
        { ...record, id: recordIds[0], summary: 'Theft, misdemeanor' },
        { ...record, id: recordIds[1], summary: 'Trespass, misdemeanor' },
      ],
    },
    {
      ...done,
      id: checkId,
      checkTypeSlug: 'employment-verification',
      status: 'unable_to_verify',
      records: [],
    },
  ]);
  return { id, candidateId, recordIds, checkId, clearCheckId };
}
