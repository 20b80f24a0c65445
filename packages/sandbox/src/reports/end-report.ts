import { nextState } from '../api/state-machine.js';
import type { Command } from '../engine/command.js';
import { unschedule } from '../engine/jobs.js';
import { emitPreviewEvent } from '../webhooks/events/emit-preview-event.js';
import { checksOfReport, isOpen } from './checks-of-reports.js';
import type { ReportRow } from './find-report.js';
import { relatedToReport } from './included-objects.js';
import { resultOfChecks } from './result-of-checks.js';
import { saveChecks, saveReport } from './save-report.js';
import { reportStates } from './states.js';
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
    const status = nextState(reportStates, 'abandon', report.status);
    await saveReport(command, report.id, { status, includesCanceled, estimatedCompletionAt: null });
    return;
  }
  const status = nextState(reportStates, 'complete', report.status);
  const completed = await saveReport(command, report.id, {
    status,
    result,
    includesCanceled,
    // One that was suspended until now has none.
    estimatedCompletionAt: report.estimatedCompletionAt ?? now,
    completedAt: now,
  });
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
  const status = nextState(reportStates, 'cancel', report.status);
  const canceled = await cancelChecks(command, report.id);
  await unschedule(command.tx, report.id);
  return saveReport(command, report.id, {
    status,
    includesCanceled: canceled > 0,
    estimatedCompletionAt: null,
  });
}

/** Cancels the open checks of a report. Returns how many there were. */
export async function cancelChecks(command: Command, reportId: string): Promise<number> {
  const open = (await checksOfReport(command.tx, reportId)).filter(isOpen);
  await saveChecks(
    command,
    open.map(({ check }) => check),
    { status: 'canceled', completedAt: command.now },
  );
  return open.length;
}
