import type { HistoryEntry } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { adjudicationRecords, endDispute } from '../reports/index.js';
import { canceledNotice } from './notices.js';
import { type AdverseActionRow, moveAdverseAction } from './records.js';
import { sendNotice } from './send-notice.js';
import { adverseActionPhase } from './states.js';

/** Ends an adverse action without a decision. Its report can be adjudicated again. @throws Problem 409 when it has ended. */
export async function cancelAdverseAction(
  command: Command,
  action: AdverseActionRow,
  by: HistoryEntry['by'],
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  const report = await adjudicationRecords.lockForService(tx, action.reportId);
  await unschedule(tx, action.id);
  if (adverseActionPhase(action) === 'dispute-open') await endDispute(command, report);
  await adjudicationRecords.act(command, 'cancel', report, {});
  const canceled = await moveAdverseAction(command, 'cancel', by, action, { canceledAt: now });
  await sendNotice(command, report, action, canceledNotice);
  return canceled;
}
