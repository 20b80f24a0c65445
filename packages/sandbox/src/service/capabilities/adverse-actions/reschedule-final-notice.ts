import { validationProblem } from '../../http/problem.js';
import { allow } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { schedule, unschedule } from '../../kernel/schedule.js';
import type { LockedAdverseAction } from './find-adverse-action.js';
import { saveAdverseAction } from './save-adverse-action.js';
import { type AdverseActionRow, adverseActionStates } from './states.js';
import { requireEligible } from './waiting-period.js';

/**
 * Sets when the service sends the final notice. Null: when a caller asks for it.
 *
 * @throws Problem 409 when it has ended or is disputed, or for a time before it is eligible; 422 for a time that is over.
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
