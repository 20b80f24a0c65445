import { type Command, unschedule } from '../../kernel/command.js';
import { emitPreviewEvent } from '../webhooks/index.js';
import { actOnChecks, checksOfReport, type ReportRow, reportRecords } from './records.js';
import { type CheckStatus, isOpen } from './states.js';
import { reportToWire } from './wire.js';

/** Ends a report, whose row is locked, by the results of its checks. It does nothing while one is open. */
export async function endReport(command: Command, report: ReportRow): Promise<void> {
  const { tx, now } = command;
  const checks = await checksOfReport(tx, report.id);
  const ended = resultOfChecks(checks.map(({ check }) => check));
  if (!ended) return;
  const { result, includesCanceled } = ended;
  await unschedule(tx, report.id);
  if (result === null) {
    const changes = { includesCanceled, estimatedCompletionAt: null };
    await reportRecords.act(command, 'abandon', report, changes);
    return;
  }
  const completed = await reportRecords.act(command, 'complete', report, {
    result,
    includesCanceled,
    // A report that was suspended until now has none.
    estimatedCompletionAt: report.estimatedCompletionAt ?? now,
    completedAt: now,
  });
  if (!command.previewEvents) return;
  const shown = await reportToWire(tx, completed, 'candidate,package');
  const { candidate, package: ordered, ...data } = shown;
  await emitPreviewEvent(command, {
    type: 'report.completed',
    tenantId: report.tenantId,
    subjectId: report.id,
    data,
    related: async () => ({ candidate, package: ordered }),
  });
}

/** Cancels a report for a caller. */
export async function cancelReport(command: Command, report: ReportRow): Promise<ReportRow> {
  const canceled = await cancelChecks(command, report.id);
  await unschedule(command.tx, report.id);
  const changes = { includesCanceled: canceled > 0, estimatedCompletionAt: null };
  return reportRecords.act(command, 'cancel', report, changes);
}

/** Cancels the open checks of a report. Returns how many there were. */
export async function cancelChecks(command: Command, reportId: string): Promise<number> {
  const checks = await checksOfReport(command.tx, reportId);
  const open = checks.map(({ check }) => check).filter(isOpen);
  await actOnChecks(command, 'cancel', open, { completedAt: command.now });
  return open.length;
}

/** The result of a report, once all its checks have ended (service tables 6.1). */
interface ReportResult {
  /** Null: all checks were canceled, so the report is canceled too. */
  readonly result: 'clear' | 'consider' | null;
  readonly includesCanceled: boolean;
}

/** Returns the result of a report. Undefined: a check has not ended yet. */
export function resultOfChecks(
  checks: readonly { readonly status: CheckStatus }[],
): ReportResult | undefined {
  if (checks.some(isOpen)) return undefined;
  const ended = checks.filter(({ status }) => status !== 'canceled');
  const includesCanceled = ended.length < checks.length;
  if (ended.length === 0) return { result: null, includesCanceled };
  return {
    result: ended.every(({ status }) => status === 'clear') ? 'clear' : 'consider',
    includesCanceled,
  };
}
