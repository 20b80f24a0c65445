import { objectJob } from '../../engine/run-job.js';
import { MAGIC_STATEMENT, sendFinalNotice } from './adverse-action.js';
import { openDispute, resolveDispute } from './dispute.js';
import { adverseActionRecords } from './records.js';
import { adverseActionPhase, isWaiting } from './states.js';

export const adverseActionEndings = {
  magic_dispute: 'park',
  dispute_deadline: 'park',
  final_notice: 'park',
} as const;

export const adverseActionJobs = {
  magic_dispute: objectJob(adverseActionRecords, async (command, action) => {
    if (adverseActionPhase(action) !== 'pre-notice') return;
    await openDispute(command, action, { openedBy: 'candidate', statement: MAGIC_STATEMENT });
  }),
  // A finding that nobody has confirmed in time must be deleted (FCRA, section 611).
  dispute_deadline: objectJob(adverseActionRecords, async (command, action) => {
    const isOverdue = action.dispute && new Date(action.dispute.dueAt) <= command.now;
    if (adverseActionPhase(action) !== 'dispute-open' || !isOverdue) return;
    await resolveDispute(command, action, 'amended', 'service');
  }),
  final_notice: objectJob(adverseActionRecords, async (command, action) => {
    const { finalNoticeEligibleAt: eligible, finalNoticeScheduledAt: scheduled } = action;
    const { now } = command;
    const isDue = !!eligible && eligible <= now && !!scheduled && scheduled <= now;
    if (isWaiting(action) && isDue) await sendFinalNotice(command, action, 'service');
  }),
};
