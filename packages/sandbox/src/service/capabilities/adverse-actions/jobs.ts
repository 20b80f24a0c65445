import { objectJob } from '../../engine/job-handlers.js';
import { MAGIC_STATEMENT, sendFinalNotice } from './adverse-action.js';
import { openDispute, resolveDispute } from './dispute.js';
import { adverseActionRecords } from './records.js';
import { isWaiting } from './states.js';

export const adverseActionEndings = {
  magic_dispute: 'park',
  dispute_deadline: 'park',
  final_notice: 'park',
} as const;

export const adverseActionJobs = {
  magic_dispute: objectJob(adverseActionRecords, async (command, action) => {
    if (action.phase !== 'pre-notice') return;
    await openDispute(command, action, { openedBy: 'candidate', statement: MAGIC_STATEMENT });
  }),
  // A finding that nobody has confirmed in time must be deleted (FCRA, section 611).
  dispute_deadline: objectJob(adverseActionRecords, async (command, action) => {
    const { phase, dispute } = action;
    if (phase !== 'dispute-open' || !dispute || new Date(dispute.dueAt) > command.now) return;
    await resolveDispute(command, action, 'amended', 'service');
  }),
  final_notice: objectJob(adverseActionRecords, async (command, action) => {
    const { finalNoticeScheduledAt: at } = action;
    // The action was rescheduled after this job was taken.
    if (!isWaiting(action) || at === null || at > command.now) return;
    await sendFinalNotice(command, action, 'service');
  }),
};
