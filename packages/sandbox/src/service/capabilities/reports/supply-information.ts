import type { z } from 'zod';
import type { ScopedCommand } from '../../kernel/command.js';
import { candidateRecords, checkBirth, refuseSsn } from '../candidates/index.js';
import { type ReportRow, reportRecords } from './records.js';
import { startReadyReports } from './start-report.js';
import { resumeReport } from './suspend-report.js';
import type { ReportInformation } from './wire.js';

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
