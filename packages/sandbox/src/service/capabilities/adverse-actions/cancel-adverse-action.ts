import type { HistoryEntry } from '../../db/schema/index.js';
import { transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { adjudicationStates, endDispute, reportRecords } from '../reports/index.js';
import { canceledNotice } from './notices.js';
import { type AdverseActionRow, saveAdverseAction } from './records.js';
import { sendNotice } from './send-notice.js';
import { adverseActionPhase, adverseActionStates } from './states.js';

/** Ends an adverse action without a decision. Its report can be adjudicated again. @throws Problem 409 when it has ended. */
export async function cancelAdverseAction(
  command: Command,
  action: AdverseActionRow,
  by: HistoryEntry['by'],
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  const changes = transition(adverseActionStates, 'cancel', action, { canceledAt: now });
  const report = await reportRecords.lockForService(tx, action.reportId);
  await unschedule(tx, action.id);
  if (adverseActionPhase(action) === 'dispute-open') await endDispute(command, report);
  await reportRecords.save(command, report, transition(adjudicationStates, 'cancel', report, {}));
  const canceled = await saveAdverseAction(command, action, changes, { action: 'cancel', by });
  await sendNotice(command, report, action, canceledNotice);
  return canceled;
}
