import { transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { type CheckRow, checksOfReport } from './checks-of-reports.js';
import { type ReportRow, reportRecords, saveChecks } from './records.js';
import { resultOfChecks } from './result-of-checks.js';
import { checkStates, reportStates } from './states.js';

/** What a report turned out to be wrong about. */
interface Amendment {
  readonly recordIds: readonly string[];
  readonly checkIds: readonly string[];
}

const nothing: Amendment = { recordIds: [], checkIds: [] };

/**
 * Ends the dispute of a report, which the caller has locked: it is complete again, without an event. Its result is found anew.
 *
 * @param wrong What is deleted. A check that has no record left is clear then.
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
  const found = resultOfChecks(after.map((check) => check.status));
  if (!found) throw new Error(`The report ${report.id} was disputed before its checks had ended.`);
  return reportRecords.save(
    command,
    report,
    transition(reportStates, 'resolve-dispute', report, found),
  );
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
