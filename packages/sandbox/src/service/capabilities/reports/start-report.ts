import type { Command } from '../../kernel/command.js';
import type { CandidateRow } from '../candidates/index.js';
import { scheduleResults } from './check-jobs.js';
import { missingInformation } from './missing-information.js';
import { outcomeOfName } from './outcome-of-name.js';
import {
  actOnChecks,
  checksOfReports,
  lockPendingReports,
  type ReportCheck,
  type ReportRow,
  reportRecords,
} from './records.js';

// The factor for the duration of each check of the last name `Slow`.
const SLOW = 10;

/**
 * Starts a pending report, and all its checks, when all that they need of the candidate is known. The candidate's last
 * name, as it is now, chooses how they end.
 *
 * @returns the report after it.
 */
export async function startIfReady(
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
    report.id,
    outcome,
    checks.map((one) => ({ one, seconds: one.type.typicalDurationSeconds * factor })),
  );
  return reportRecords.act(command, 'start', report, { estimatedCompletionAt });
}

/** Starts the pending reports of a candidate, whose row is locked, that now have all that they need. */
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
