import { randomUUID } from 'node:crypto';
import { checks, packages, reports } from '../../src/service/db/schema/index.js';
import type { Sql } from '../../src/service/db/sql.js';

type Report = typeof reports.$inferSelect;
type CheckStatus = (typeof checks.$inferSelect)['status'];

/** Stores a report of a candidate of the account, complete unless `changes` say otherwise, and returns its id. */
export async function orderedReport(
  sql: Sql,
  candidateId: string,
  statuses: Readonly<Record<string, CheckStatus>>,
  changes: Partial<Report> = {},
): Promise<string> {
  const [ordered] = await sql.select().from(packages).orderBy(packages.seq).limit(1);
  const at = new Date('2026-01-01T00:00:00Z');
  const id = `rpt_${randomUUID()}`;
  await sql.insert(reports).values({
    id,
    tenantId: 'acct',
    candidateId,
    packageId: ordered?.id ?? '',
    workState: 'CA',
    status: 'complete',
    result: 'clear',
    includesCanceled: false,
    priceCents: 0,
    priceSource: 'list',
    metadata: {},
    completedAt: at,
    createdAt: at,
    updatedAt: at,
    ...changes,
  });
  for (const [checkTypeSlug, status] of Object.entries(statuses)) {
    await sql.insert(checks).values({
      id: `chk_${randomUUID()}`,
      tenantId: 'acct',
      reportId: id,
      checkTypeSlug,
      status,
      records: [],
      createdAt: at,
    });
  }
  return id;
}
