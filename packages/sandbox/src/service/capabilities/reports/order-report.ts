import { inArray } from 'drizzle-orm';
import { checks, checkTypes, reports } from '../../db/schema/index.js';
import { archivedProblem } from '../../http/archivable.js';
import type { Command, ScopedCommand } from '../../kernel/command.js';
import { type CandidateRow, candidateRecords } from '../candidates/index.js';
import { requirePackage, resolvePrice } from '../packages/index.js';
import { checksOfReport, type ReportCheck } from './checks-of-reports.js';
import type { ReportRow } from './records.js';
import { startIfReady } from './start-report.js';

/** What a report is ordered with (spec section 2). */
export interface ReportOrder {
  readonly candidateId: string;
  readonly packageId: string;
  readonly workState: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The invitation whose completion orders it. */
  readonly invitationId?: string;
}

/**
 * Orders a report: stores it with its price and a check for each type of the package. The checks start at once when all that they
 * need of the candidate is known. A candidate who has not authorized checks is taken to have (service tables 6.2).
 *
 * @throws Problem 404 when the tenant has no such candidate or package, 409 when either is archived.
 */
export async function orderReport(context: ScopedCommand, order: ReportOrder): Promise<ReportRow> {
  const { tx, now, nextId, scope } = context;
  const candidate = await candidateRecords.lock(tx, scope, order.candidateId);
  if (candidate.status === 'archived') throw archivedProblem('candidate');
  const ordered = await requirePackage(tx, scope, order.packageId);
  const price = await resolvePrice(tx, scope.tenantId, ordered);
  const [report] = await tx
    .insert(reports)
    .values({
      candidateId: order.candidateId,
      packageId: order.packageId,
      workState: order.workState,
      metadata: order.metadata,
      invitationId: order.invitationId ?? null,
      id: await nextId('rpt'),
      tenantId: scope.tenantId,
      status: 'pending',
      includesCanceled: false,
      priceCents: price.amountCents,
      priceSource: price.source,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!report) throw new Error('The database returned no row for an insert.');
  const stored = await storeChecks(context, report, ordered.checkTypeSlugs);
  return startIfReady(context, report, stored, await authorized(context, candidate));
}

async function storeChecks(
  { tx, now, nextId }: Command,
  { id: reportId, tenantId }: ReportRow,
  slugs: string[],
): Promise<readonly ReportCheck[]> {
  const types = await tx
    .select()
    .from(checkTypes)
    .where(inArray(checkTypes.slug, slugs))
    .orderBy(checkTypes.seq);
  const values: (typeof checks.$inferInsert)[] = [];
  for (const { slug } of types) {
    values.push({
      id: await nextId('chk'),
      tenantId,
      reportId,
      checkTypeSlug: slug,
      status: 'pending',
      records: [],
      createdAt: now,
    });
  }
  await tx.insert(checks).values(values);
  return checksOfReport(tx, reportId);
}

async function authorized(command: Command, candidate: CandidateRow): Promise<CandidateRow> {
  if (candidate.authorizedAt) return candidate;
  return candidateRecords.save(command, candidate, {
    authorizationSource: 'assumed',
    authorizedAt: command.now,
  });
}
