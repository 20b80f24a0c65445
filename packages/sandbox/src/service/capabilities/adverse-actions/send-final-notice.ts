import type { HistoryEntry } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { adjudicationRecords } from '../reports/index.js';
import { finalNotice } from './notices.js';
import { type AdverseActionRow, moveAdverseAction } from './records.js';
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
  const { notBefore } = adverseActionStates.actions['final-notice'];
  requireEligible(action[notBefore], now, 'The final notice');
  await unschedule(tx, action.id);
  const report = await adjudicationRecords.lockForService(tx, action.reportId);
  await adjudicationRecords.act(command, 'final-notice', report, {});
  const changes = { finalNoticeSentAt: now };
  const completed = await moveAdverseAction(command, 'final-notice', by, action, changes);
  await sendNotice(command, report, action, finalNotice);
  return completed;
}
