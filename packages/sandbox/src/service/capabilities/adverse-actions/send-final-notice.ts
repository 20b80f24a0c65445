import type { HistoryEntry } from '../../db/schema/index.js';
import { transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { adjudicationStates, reportRecords } from '../reports/index.js';
import type { LockedAdverseAction } from './find-adverse-action.js';
import { finalNotice } from './notices.js';
import { saveAdverseAction } from './save-adverse-action.js';
import { sendNotice } from './send-notice.js';
import { type AdverseActionRow, adverseActionStates } from './states.js';
import { requireEligible } from './waiting-period.js';

/**
 * Sends the final notice, which completes an adverse action.
 *
 * @throws Problem 409 `state_conflict` when it has ended or is disputed, 409 `waiting_period_active` before it is eligible.
 */
export async function sendFinalNotice(
  command: Command,
  { report, action }: LockedAdverseAction,
  by: HistoryEntry['by'],
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  const changes = transition(adverseActionStates, 'final-notice', action, {
    finalNoticeSentAt: now,
  });
  const { notBefore } = adverseActionStates.actions['final-notice'];
  requireEligible(action[notBefore], now, 'The final notice');
  await unschedule(tx, action.id);
  await reportRecords.save(
    command,
    report,
    transition(adjudicationStates, 'final-notice', report, {}),
  );
  const completed = await saveAdverseAction(command, action, changes, {
    action: 'final-notice',
    by,
  });
  await sendNotice(command, report, action, finalNotice);
  return completed;
}
