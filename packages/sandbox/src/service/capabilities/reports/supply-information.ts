import type { z } from 'zod';
import { allow } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { candidateRecords, checkBirth, refuseSsn } from '../candidates/index.js';
import { type ReportRow, reportRecords } from './records.js';
import { startReadyReports } from './start-report.js';
import { reportStates } from './states.js';
import { resumeReport } from './suspend-report.js';
import type { ReportInformation } from './wire.js';

/**
 * Stores what a report waits for with its candidate. A suspended report goes on; a pending one starts when nothing is missing any
 * more, as do the others of the candidate.
 *
 * @throws Problem 404 for an unknown report, 409 when it does not wait, 422 for a whole Social Security number or a birth in
 * the future.
 */
export async function supplyInformation(
  context: ScopedCommand,
  reportId: string,
  fields: z.output<typeof ReportInformation>,
): Promise<ReportRow> {
  const { tx, now, scope } = context;
  const { candidateId } = await reportRecords.find(tx, scope, reportId);
  const { id } = await candidateRecords.lock(tx, scope, candidateId);
  const report = await reportRecords.lock(tx, scope, reportId);
  allow(reportStates, 'supply-information', report);
  refuseSsn(fields);
  checkBirth(fields.dateOfBirth, now);
  const candidate = await candidateRecords.save(context, { id }, fields);
  if (report.status === 'suspended') await resumeReport(context, report);
  await startReadyReports(context, candidate);
  return reportRecords.find(tx, scope, reportId);
}
