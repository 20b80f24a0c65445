import type { HistoryEntry } from '../../db/schema/index.js';
import { Problem, validationProblem } from '../../http/problem.js';
import { allow, transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { schedule, unschedule } from '../../kernel/jobs.js';
import { adjudicationStates } from '../reports/adjudication-states.js';
import { saveReport } from '../reports/save-report.js';
import type { LockedAdverseAction } from './find-adverse-action.js';
import { finalNotice } from './notices.js';
import { saveAdverseAction } from './save-adverse-action.js';
import { sendNotice } from './send-notice.js';
import { type AdverseActionRow, adverseActionStates } from './states.js';

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
  await saveReport(command, report.id, transition(adjudicationStates, 'final-notice', report, {}));
  const completed = await saveAdverseAction(command, action, changes, {
    action: 'final-notice',
    by,
  });
  await sendNotice(command, report, action, finalNotice);
  return completed;
}

/**
 * Sets when the service sends the final notice. Null: when a caller asks for it.
 *
 * @throws Problem 409 as {@link sendFinalNotice}, for the time that is set; 422 for a time that is over.
 */
export async function rescheduleFinalNotice(
  command: Command,
  { action }: LockedAdverseAction,
  at: Date | null,
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  allow(adverseActionStates, 'reschedule', action);
  const { earliest } = adverseActionStates.actions.reschedule;
  if (at) requireEligible(action[earliest.at], at, 'A notice at that time');
  if (at && at < now) {
    const message = 'must not be in the past';
    throw validationProblem([{ param: 'at', code: 'in_the_past', message }]);
  }
  await unschedule(tx, action.id, 'final_notice');
  if (at) await schedule(tx, { kind: 'final_notice', ref: action.id, dueAt: at });
  const changes = { finalNoticeScheduledAt: at };
  return saveAdverseAction(command, action, changes, { action: 'reschedule', by: 'caller' });
}

function requireEligible(from: Date | null, at: Date, what: string): void {
  if (!from || at >= from) return;
  const eligibleAt = from.toISOString();
  throw new Problem(
    'waiting_period_active',
    `${what} would come before the waiting period ends, at ${eligibleAt}.`,
    { eligibleAt },
  );
}
