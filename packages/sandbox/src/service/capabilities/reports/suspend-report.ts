import type { z } from 'zod';
import { type Command, type ScopedCommand, schedule, unschedule } from '../../kernel/command.js';
import { candidateRecords, checkBirth, refuseSsn } from '../candidates/index.js';
import { cancelChecks, endReport } from './end-report.js';
import { scheduleResults, startReadyReports } from './order-report.js';
import { checksOfReport, type ReportRow, reportRecords } from './records.js';
import { isOpen } from './states.js';
import type { ReportInformation } from './wire.js';

const SUSPENSION_MS = 30 * 86_400_000;

/** Stops the checks of a report until information is supplied. */
export async function suspendReport(command: Command, report: ReportRow): Promise<void> {
  const { tx, now } = command;
  await reportRecords.act(command, 'suspend', report, { estimatedCompletionAt: null });
  await unschedule(tx, report.id);
  const dueAt = new Date(now.getTime() + SUSPENSION_MS);
  await schedule(tx, { kind: 'suspension_expiry', ref: report.id, dueAt });
}

/** Lets the open checks of a suspended report go on from where they stopped. They all end clear. */
async function resumeReport(command: Command, report: ReportRow): Promise<ReportRow> {
  await unschedule(command.tx, report.id);
  const checks = await checksOfReport(command.tx, report.id);
  // All have started together, and were stopped when the result of the shortest was due.
  const done = Math.min(...checks.map(({ type }) => type.typicalDurationSeconds));
  const due = checks
    .filter(({ check }) => isOpen(check))
    .map((one) => ({ one, seconds: one.type.typicalDurationSeconds - done }));
  const estimatedCompletionAt = await scheduleResults(command, report.id, 'clear', due);
  return reportRecords.act(command, 'resume', report, { estimatedCompletionAt });
}

/** Ends a report for which nobody has supplied information in time (service tables 6.1). */
export async function runSuspensionExpiry(command: Command, report: ReportRow): Promise<void> {
  if (report.status !== 'suspended') return;
  await cancelChecks(command, report.id);
  await endReport(command, report);
}

/** Locks a report, and before it its candidate. @throws Problem 404 for an unknown report. */
export async function lockWithCandidate(
  { tx, scope }: ScopedCommand,
  reportId: string,
): Promise<ReportRow> {
  const { candidateId } = await reportRecords.find(tx, scope, reportId);
  await candidateRecords.lock(tx, scope, candidateId);
  return reportRecords.lock(tx, scope, reportId);
}

/**
 * Stores the information that a report waits for with its candidate, whose row is locked too. A suspended report goes on. A
 * pending one starts when nothing is missing any more, as do the others of the candidate.
 *
 * @throws Problem 422 for a whole Social Security number or a birth in the future.
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
