import type { Dispute } from '../../db/schema/index.js';
import { transition } from '../../http/state-machine.js';
import { type Command, unschedule } from '../../kernel/command.js';
import { emitPreviewEvent } from '../webhooks/index.js';
import {
  actOnChecks,
  type CheckRow,
  checksOfReport,
  pendingReports,
  type ReportRow,
  reportRecords,
  saveChecks,
} from './records.js';
import { checkStates, isOpen } from './states.js';
import { reportWithObjects } from './wire.js';

/** Ends a locked report with the results of its checks. Does nothing while a check is open. */
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
  const { report: data, ...related } = await reportWithObjects(tx, completed);
  await emitPreviewEvent(command, {
    type: 'report.completed',
    tenantId: report.tenantId,
    subjectId: report.id,
    requestId: report.requestId,
    data,
    related: async () => related,
  });
}

export async function cancelReport(command: Command, report: ReportRow): Promise<ReportRow> {
  const canceled = await cancelChecks(command, report.id);
  await unschedule(command.tx, report.id);
  const changes = { includesCanceled: canceled > 0, estimatedCompletionAt: null };
  return reportRecords.act(command, 'cancel', report, changes);
}

/** Reports that wait for candidates, and end with the tenant. A started report ends by itself, with the results that it has. */
export const waitingReports = [
  {
    ...pendingReports,
    async end(command: Command, ids: readonly string[]) {
      for (const report of await reportRecords.lockByIds(command.tx, ids)) {
        if (report.status === 'pending') await cancelReport(command, report);
      }
    },
    // The report and its checks: a package may have the whole catalog.
    rows: 20,
  },
];

/** Cancels the open checks of a report. Returns how many there were. */
export async function cancelChecks(command: Command, reportId: string): Promise<number> {
  const checks = await checksOfReport(command.tx, reportId);
  const open = checks.map(({ check }) => check).filter(isOpen);
  await actOnChecks(command, 'cancel', open, { completedAt: command.now });
  return open.length;
}

/**
 * Returns the result of a report (service tables 6.1). Returns `undefined` while a check is open. The result is `null` if all
 * checks were canceled, so that the report is canceled too.
 */
function resultOfChecks(
  checks: readonly CheckRow[],
): Pick<ReportRow, 'result' | 'includesCanceled'> | undefined {
  if (checks.some(isOpen)) return undefined;
  const ended = checks.filter(({ status }) => status !== 'canceled');
  const includesCanceled = ended.length < checks.length;
  if (ended.length === 0) return { result: null, includesCanceled };
  return {
    result: ended.every(({ status }) => status === 'clear') ? 'clear' : 'consider',
    includesCanceled,
  };
}

type Amendment = Pick<Dispute, 'recordIds' | 'checkIds'>;

/** Begins the dispute of a report, which the caller has locked. @throws Problem 409 when it is not complete. */
export async function disputeReport(
  command: Command,
  report: ReportRow,
  recordIds: readonly string[],
): Promise<void> {
  await reportRecords.act(command, 'dispute', report, {});
  for (const { check } of await checksOfReport(command.tx, report.id)) {
    const { records } = check;
    if (!records.some((record) => recordIds.includes(record.id))) continue;
    const marked = records.map((record) =>
      recordIds.includes(record.id) ? { ...record, disputed: true } : record,
    );
    await saveChecks(command, [check], { records: marked });
  }
}

/**
 * Ends the dispute of a report, which the caller has locked: it is complete again, without an event. Its result is recomputed.
 *
 * @param wrong The findings to delete. A check without remaining records becomes clear.
 */
export async function endDispute(
  command: Command,
  report: ReportRow,
  wrong: Amendment = { recordIds: [], checkIds: [] },
): Promise<ReportRow> {
  const before = await checksOfReport(command.tx, report.id);
  const after = before.map(({ check }) => amend(check, wrong));
  for (const check of after) {
    await saveChecks(command, [check], { status: check.status, records: check.records });
  }
  const result = resultOfChecks(after);
  if (!result) throw new Error(`The report ${report.id} was disputed before its checks had ended.`);
  return reportRecords.act(command, 'resolve-dispute', report, result);
}

function amend(check: CheckRow, { recordIds, checkIds }: Amendment): CheckRow {
  const records = check.records
    .filter((record) => !recordIds.includes(record.id))
    .map((record) => ({ ...record, disputed: false }));
  const isEmptied = records.length === 0 && check.records.length > 0;
  return isEmptied || checkIds.includes(check.id)
    ? { ...check, ...transition(checkStates, 'amend', check, { records }) }
    : { ...check, records };
}
