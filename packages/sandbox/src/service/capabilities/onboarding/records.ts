import { and, asc, desc, eq, inArray, sql as text } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import { candidates, checks, documentVerifications, reports } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type RowOf, tenantResource } from '../../http/resource.js';
import { inTenant, ofOwner, type Scope } from '../../kernel/command.js';
import { limits } from '../../limits/limits.js';
import type { Evidence } from './evaluate.js';

export const onboardingRecords = tenantResource(tables.onboardings, 'onboarding');
export type OnboardingRow = RowOf<typeof tables.onboardings>;

// More than a person has. Tests may order thousands for one candidate.
const { most: MOST_DOCUMENTS } = limits.evidenceDocuments;
const { most: MOST_REPORTS } = limits.evidenceReports;

const always = text`true`;

/**
 * Reads the evidence of candidates, oldest first, in two queries. The last 100 documents and the last 50 reports of each candidate
 * count; for a key of an integration, the documents of that integration, because no integration gets the results of another.
 */
export async function loadEvidence(
  sql: Sql,
  scope: Scope,
  candidateIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Evidence[]>> {
  const byCandidate = new Map<string, Evidence[]>(candidateIds.map((id) => [id, []]));
  const ids = [...byCandidate.keys()];
  if (ids.length === 0) return byCandidate;
  for (const { candidateId, ...document } of await latestDocuments(sql, scope, ids)) {
    byCandidate.get(candidateId)?.push({ kind: 'document', ...document });
  }
  for (const { candidateId, ...check } of await latestChecks(sql, scope, ids)) {
    byCandidate.get(candidateId)?.push({ kind: 'check', ...check });
  }
  return byCandidate;
}

async function latestDocuments(sql: Sql, scope: Scope, candidateIds: string[]) {
  const table = documentVerifications;
  const latest = sql
    .select()
    .from(table)
    .where(and(ofOwner(table, scope), eq(table.candidateId, candidates.id)))
    .orderBy(desc(table.createdAt), desc(table.seq))
    .limit(MOST_DOCUMENTS)
    .as('latest');
  return sql
    .select({
      candidateId: candidates.id,
      slug: latest.documentConfigSlug,
      sourceId: latest.id,
      state: latest.state,
      status: latest.status,
      formData: latest.formData,
      createdAt: latest.createdAt,
      completedAt: latest.completedAt,
    })
    .from(candidates)
    .innerJoinLateral(latest, always)
    .where(inArray(candidates.id, candidateIds))
    .orderBy(asc(latest.seq));
}

async function latestChecks(sql: Sql, scope: Scope, candidateIds: string[]) {
  const latest = sql
    .select()
    .from(reports)
    .where(and(inTenant(reports, scope), eq(reports.candidateId, candidates.id)))
    .orderBy(desc(reports.createdAt), desc(reports.seq))
    .limit(MOST_REPORTS)
    .as('latest');
  return sql
    .select({
      candidateId: candidates.id,
      slug: checks.checkTypeSlug,
      sourceId: latest.id,
      status: checks.status,
      report: { status: latest.status, adjudication: latest.adjudication },
      createdAt: latest.createdAt,
      completedAt: latest.completedAt,
    })
    .from(candidates)
    .innerJoinLateral(latest, always)
    .innerJoin(checks, eq(checks.reportId, latest.id))
    .where(inArray(candidates.id, candidateIds))
    .orderBy(asc(latest.seq), asc(checks.seq));
}
