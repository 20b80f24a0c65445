import { z } from 'zod';
import { archivedProblem } from '../../http/state-machine.js';
import { type Command, type ScopedCommand, schedule, unschedule } from '../../kernel/command.js';
import { type CandidateRow, candidateRecords, checkBirth, refuseSsn } from '../candidates/index.js';
import { checkTypes, priceResolver, requirePackage } from '../packages/index.js';
import { cancelChecks, endReport } from './end-report.js';
import { type Outcome, outcomeOfName, outcomes } from './outcomes.js';
import {
  actOnChecks,
  checksOfReport,
  checksOfReports,
  insertChecks,
  lockPendingReports,
  type ReportCheck,
  type ReportRow,
  reportRecords,
} from './records.js';
import { isOpen } from './states.js';
import { type CreateReport, missingInformation, type ReportInformation } from './wire.js';

interface ReportOrder extends z.output<typeof CreateReport> {
  /** The invitation whose completion orders it. */
  readonly invitationId?: string;
}

/**
 * Orders a report: stores it with its price and a check for each type of the package. The checks start at once if everything that
 * they need from the candidate is known. A missing authorization of the candidate is assumed (service tables 6.2).
 *
 * @throws Problem 404 when the tenant has no such candidate or package, 409 when either is archived.
 */
export async function orderReport(context: ScopedCommand, order: ReportOrder): Promise<ReportRow> {
  const { tx, nextId, scope, requestId } = context;
  const candidate = await candidateRecords.lock(tx, scope, order.candidateId);
  if (candidate.status === 'archived') throw archivedProblem('candidate');
  const ordered = await requirePackage(tx, scope, order.packageId);
  const priceOf = await priceResolver(tx, scope.tenantId);
  const price = priceOf(ordered);
  const report = await reportRecords.insert(context, {
    ...order,
    id: await nextId('rpt'),
    requestId,
    status: 'pending',
    includesCanceled: false,
    priceCents: price.amountCents,
    priceSource: price.source,
  });
  const checks = await insertChecks(context, report, await checkTypes(tx, ordered.checkTypeSlugs));
  return startIfReady(context, report, checks, await authorized(context, candidate));
}

async function authorized(command: Command, candidate: CandidateRow): Promise<CandidateRow> {
  if (candidate.authorizedAt) return candidate;
  return candidateRecords.save(command, candidate, {
    authorizationSource: 'assumed',
    authorizedAt: command.now,
  });
}

// The factor for the duration of checks of candidates with the last name `Slow`.
const SLOW = 10;

/**
 * Starts a pending report and all its checks, if everything that they need from the candidate is known. The candidate's current
 * last name chooses how they end.
 *
 * @returns the report afterwards.
 */
async function startIfReady(
  command: Command,
  report: ReportRow,
  checks: readonly ReportCheck[],
  candidate: CandidateRow,
): Promise<ReportRow> {
  if (checks.some((one) => missingInformation(report, one, candidate).length > 0)) return report;
  const outcome = outcomeOfName(candidate.lastName);
  const factor = outcome === 'slow' ? SLOW : 1;
  const rows = checks.map(({ check }) => check);
  await actOnChecks(command, 'start', rows, { startedAt: command.now });
  const estimatedCompletionAt = await scheduleResults(
    command,
    report,
    outcome,
    checks.map((one) => ({ one, seconds: one.type.typicalDurationSeconds * factor })),
  );
  return reportRecords.act(command, 'start', report, { estimatedCompletionAt });
}

/** Starts the pending reports of a locked candidate that now have everything that they need. */
export async function startReadyReports(command: Command, candidate: CandidateRow): Promise<void> {
  const pending = await lockPendingReports(command.tx, candidate);
  const checks = await checksOfReports(
    command.tx,
    pending.map(({ id }) => id),
  );
  for (const report of pending) {
    await startIfReady(command, report, checks.get(report.id) ?? [], candidate);
  }
}

/** The payload of the job that ends a check. */
export const CheckResult = z.object({ checkId: z.string(), outcome: z.enum(outcomes) });

/** Schedules the results of checks. @returns when the last one is due. */
async function scheduleResults(
  { tx, now }: Command,
  { id: ref, tenantId }: ReportRow,
  outcome: Outcome,
  due: readonly { readonly one: ReportCheck; readonly seconds: number }[],
): Promise<Date> {
  const dueIn = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  await schedule(
    tx,
    ...due.map(({ one, seconds }) => ({
      kind: 'check_result' as const,
      // Not the check, because all jobs of a report are removed at once.
      ref,
      tenantId,
      dueAt: dueIn(seconds),
      payload: { checkId: one.check.id, outcome } satisfies z.output<typeof CheckResult>,
    })),
  );
  return dueIn(Math.max(0, ...due.map(({ seconds }) => seconds)));
}

const SUSPENSION_MS = 30 * 86_400_000;

/** Stops the checks of a report until information is supplied. */
export async function suspendReport(command: Command, report: ReportRow): Promise<void> {
  const { tx, now } = command;
  await reportRecords.act(command, 'suspend', report, { estimatedCompletionAt: null });
  await unschedule(tx, report.id);
  const dueAt = new Date(now.getTime() + SUSPENSION_MS);
  const { id: ref, tenantId } = report;
  await schedule(tx, { kind: 'suspension_expiry', ref, dueAt, tenantId });
}

/** Continues the open checks of a suspended report from where they stopped. They all end clear. */
async function resumeReport(command: Command, report: ReportRow): Promise<ReportRow> {
  await unschedule(command.tx, report.id);
  const checks = await checksOfReport(command.tx, report.id);
  // All checks started together, and stopped when the result of the shortest was due.
  const done = Math.min(...checks.map(({ type }) => type.typicalDurationSeconds));
  const due = checks
    .filter(({ check }) => isOpen(check))
    .map((one) => ({ one, seconds: one.type.typicalDurationSeconds - done }));
  const estimatedCompletionAt = await scheduleResults(command, report, 'clear', due);
  return reportRecords.act(command, 'resume', report, { estimatedCompletionAt });
}

/** Ends a report for which nobody has supplied information in time (service tables 6.1). */
export async function runSuspensionExpiry(command: Command, report: ReportRow): Promise<void> {
  if (report.status !== 'suspended') return;
  await cancelChecks(command, report.id);
  await endReport(command, report);
}

/** Locks the candidate of a report, then the report. @throws Problem 404 for an unknown report. */
export async function lockWithCandidate(
  { tx, scope }: ScopedCommand,
  reportId: string,
): Promise<ReportRow> {
  const { candidateId } = await reportRecords.find(tx, scope, reportId);
  await candidateRecords.lock(tx, scope, candidateId);
  return reportRecords.lock(tx, scope, reportId);
}

/**
 * Stores the information that a report waits for in its candidate, whose row is also locked. Continues a suspended report. Starts
 * the candidate's pending reports that no longer lack anything.
 *
 * @throws Problem 422 for a full Social Security number or a date of birth in the future.
 */
export async function supplyInformation(
  context: ScopedCommand,
  report: ReportRow,
  fields: z.output<typeof ReportInformation>,
): Promise<ReportRow> {
  refuseSsn(fields);
  checkBirth(fields.dateOfBirth, context.now);
  const candidate = await candidateRecords.save(context, { id: report.candidateId }, fields);
  if (report.status === 'suspended') await resumeReport(context, report);
  await startReadyReports(context, candidate);
  return reportRecords.find(context.tx, context.scope, report.id);
}
