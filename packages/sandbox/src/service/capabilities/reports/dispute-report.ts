import { transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { checksOfReport } from './checks-of-reports.js';
import { type ReportRow, reportRecords, saveChecks } from './records.js';
import { reportStates } from './states.js';

/** Begins the dispute of a report, which the caller has locked. @throws Problem 409 when it is not complete. */
export async function disputeReport(
  command: Command,
  report: ReportRow,
  recordIds: readonly string[],
): Promise<void> {
  await reportRecords.save(command, report, transition(reportStates, 'dispute', report, {}));
  for (const { check } of await checksOfReport(command.tx, report.id)) {
    const { records } = check;
    if (!records.some((record) => recordIds.includes(record.id))) continue;
    const marked = records.map((record) =>
      recordIds.includes(record.id) ? { ...record, disputed: true } : record,
    );
    await saveChecks(command, [check], { records: marked });
  }
}
