import { allow, transition, transitionAll } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { emitPreviewEvent } from '../webhooks/index.js';
import { checksOfReport, isOpen } from './checks-of-reports.js';
import { relatedToReport } from './included-objects.js';
import { type ReportRow, reportRecords, saveChecks } from './records.js';
import { resultOfChecks } from './result-of-checks.js';
import { checkStates, reportStates } from './states.js';
import { reportToWire } from './to-wire.js';

/** Ends a report, whose row is locked, by the results of its checks. It does nothing while one is open. */
export async function endReport(command: Command, report: ReportRow): Promise<void> {
  const { tx, now } = command;
  const checks = await checksOfReport(tx, report.id);
  const ended = resultOfChecks(checks.map(({ check }) => check.status));
  if (!ended) return;
  const { result, includesCanceled } = ended;
  await unschedule(tx, report.id);
  if (result === null) {
    const changes = { includesCanceled, estimatedCompletionAt: null };
    await reportRecords.save(command, report, transition(reportStates, 'abandon', report, changes));
    return;
  }
  const changes = transition(reportStates, 'complete', report, {
    result,
    includesCanceled,
    // One that was suspended until now has none.
    estimatedCompletionAt: report.estimatedCompletionAt ?? now,
    completedAt: now,
  });
  const completed = await reportRecords.save(command, report, changes);
  if (!command.previewEvents) return;
  const data = await reportToWire(tx, completed);
  await emitPreviewEvent(command, {
    type: 'report.completed',
    tenantId: report.tenantId,
    subjectId: report.id,
    data,
    related: () => relatedToReport(tx, report.tenantId, data),
  });
}

/** Cancels a report for a caller. @throws Problem 409 when it has ended, or is disputed. */
export async function cancelReport(command: Command, report: ReportRow): Promise<ReportRow> {
  allow(reportStates, 'cancel', report);
  const canceled = await cancelChecks(command, report.id);
  await unschedule(command.tx, report.id);
  const changes = { includesCanceled: canceled > 0, estimatedCompletionAt: null };
  return reportRecords.save(command, report, transition(reportStates, 'cancel', report, changes));
}

/** Cancels the open checks of a report. Returns how many there were. */
export async function cancelChecks(command: Command, reportId: string): Promise<number> {
  const checks = await checksOfReport(command.tx, reportId);
  const open = checks.filter(isOpen).map(({ check }) => check);
  const ended = { completedAt: command.now };
  await saveChecks(command, open, transitionAll(checkStates, 'cancel', open, ended));
  return open.length;
}
