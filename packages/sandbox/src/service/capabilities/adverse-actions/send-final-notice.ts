import type { HistoryEntry } from '../../db/schema/index.js';
import { transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { adjudicationStates, reportRecords } from '../reports/index.js';
import { finalNotice } from './notices.js';
import { type AdverseActionRow, saveAdverseAction } from './records.js';
import { sendNotice } from './send-notice.js';
import { adverseActionStates } from './states.js';
import { requireEligible } from './waiting-period.js';

/**
 * Sends the final notice, which completes an adverse action.
 *
 * @throws Problem 409 `state_conflict` when it has ended or is disputed, 409 `waiting_period_active` before it is eligible.
 */
export async function sendFinalNotice(
  command: Command,
  action: AdverseActionRow,
  by: HistoryEntry['by'],
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  const changes = transition(adverseActionStates, 'final-notice', action, {
    finalNoticeSentAt: now,
  });
  const { notBefore } = adverseActionStates.actions['final-notice'];
  requireEligible(action[notBefore], now, 'The final notice');
  await unschedule(tx, action.id);
  const report = await reportRecords.lockForService(tx, action.reportId);
  const decided = transition(adjudicationStates, 'final-notice', report, {});
  await reportRecords.save(command, report, decided);
  const entry = { action: 'final-notice', by };
  const completed = await saveAdverseAction(command, action, changes, entry);
  await sendNotice(command, report, action, finalNotice);
  return completed;
}
