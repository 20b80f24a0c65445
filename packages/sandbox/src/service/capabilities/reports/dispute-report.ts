import { transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { resultOfChecks } from './end-report.js';
import {
  type CheckRow,
  checksOfReport,
  type ReportRow,
  reportRecords,
  saveChecks,
} from './records.js';
import { checkStates } from './states.js';

/** The findings of a report that turned out to be wrong. */
interface Amendment {
  readonly recordIds: readonly string[];
  readonly checkIds: readonly string[];
}

const nothing: Amendment = { recordIds: [], checkIds: [] };

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
 * @param wrong The findings to delete. A check that has no record left is clear then.
 */
export async function endDispute(
  command: Command,
  report: ReportRow,
  wrong: Amendment = nothing,
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
