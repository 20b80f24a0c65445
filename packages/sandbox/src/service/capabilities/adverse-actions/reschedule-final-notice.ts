import type { z } from 'zod';
import { validationProblem } from '../../http/problem.js';
import type { Command } from '../../kernel/command.js';
import { schedule, unschedule } from '../../kernel/schedule.js';
import { type AdverseActionRow, moveAdverseAction } from './records.js';
import { adverseActionStates } from './states.js';
import { requireEligible } from './waiting-period.js';
import type { RescheduleFinalNotice } from './wire.js';

/**
 * Sets when the service sends the final notice. Null: when a caller asks for it.
 *
 * @throws Problem 409 for a time before it is eligible; 422 for a time that is over.
 */
export async function rescheduleFinalNotice(
  command: Command,
  action: AdverseActionRow,
  sent: z.output<typeof RescheduleFinalNotice>,
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  const at = sent.at === null ? null : new Date(sent.at);
  const { earliest } = adverseActionStates.actions.reschedule;
  if (at) requireEligible(action[earliest.at], at, 'A notice at that time');
  if (at && at < now) {
    const message = 'must not be in the past';
    throw validationProblem([{ param: 'at', code: 'in_the_past', message }]);
  }
  await unschedule(tx, action.id, 'final_notice');
  if (at) await schedule(tx, { kind: 'final_notice', ref: action.id, dueAt: at });
  const changes = { finalNoticeScheduledAt: at };
  return moveAdverseAction(command, 'reschedule', 'caller', action, changes);
}
