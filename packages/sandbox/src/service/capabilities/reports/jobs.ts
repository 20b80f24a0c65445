import { objectJob } from '../../engine/job-handlers.js';
import type { Command, Job } from '../../kernel/command.js';
import { cancelChecks, endReport } from './end-report.js';
import { chooseCheckEnd, makeFindings } from './outcomes.js';
import { actOnChecks, checksOfReport, type ReportRow, reportRecords } from './records.js';
import { CheckResult, runSuspensionExpiry, suspendReport } from './run-report.js';
import { isOpen } from './states.js';

export const reportJobs = {
  check_result: objectJob(reportRecords, runCheckResult),
  suspension_expiry: objectJob(reportRecords, runSuspensionExpiry),
};

export const reportEndings = {
  check_result: failCheck,
  suspension_expiry: 'park',
} as const;

/** Ends a check as `unable_to_verify`, because the service cannot take its result. */
async function failCheck(command: Command, { ref, payload }: Job): Promise<void> {
  const { checkId } = CheckResult.parse(payload);
  const [report] = await reportRecords.lockByIds(command.tx, [ref]);
  if (report?.status !== 'in_progress') return;
  const all = await checksOfReport(command.tx, ref);
  const open = all.map(({ check }) => check).filter(({ id }) => id === checkId);
  await actOnChecks(
    command,
    'fail',
    open.filter(({ status }) => status === 'in_progress'),
    { records: [], completedAt: command.now },
  );
  await endReport(command, report);
}

/** Takes the result of a check whose duration is over. */
async function runCheckResult(command: Command, report: ReportRow, job: Job): Promise<void> {
  const { checkId, outcome } = CheckResult.parse(job.payload);
  if (report.status !== 'in_progress') return;
  const all = await checksOfReport(command.tx, report.id);
  const one = all.find(({ check }) => check.id === checkId);
  if (one?.check.status !== 'in_progress') return;
  if (outcome === 'canceled') await cancelChecks(command, report.id);
  // The last open check stays open, so that the suspended report has something to wait for.
  else if (outcome !== 'suspended' || all.filter(({ check }) => isOpen(check)).length > 1) {
    const end = chooseCheckEnd(outcome, one, all);
    await actOnChecks(command, end, [one.check], {
      records: end === 'consider' ? await makeFindings(command, one, report.workState) : [],
      completedAt: command.now,
    });
  }
  if (outcome === 'suspended') await suspendReport(command, report);
  else await endReport(command, report);
}
