import { commandJob } from '../../engine/run-job.js';
import type { Command } from '../../kernel/command.js';
import { type LockedAdverseAction, lockForService } from './find-adverse-action.js';
import { MAGIC_STATEMENT } from './magic-dispute.js';
import { openDispute } from './open-dispute.js';
import { resolveDispute } from './resolve-dispute.js';
import { sendFinalNotice } from './send-final-notice.js';
import { isWaiting, phaseOf } from './states.js';

/** The due work of adverse actions. */
export const adverseActionJobs = {
  magic_dispute: commandJob(async (command, job) => {
    const locked = await lockForService(command.tx, job.ref);
    if (locked) await disputeByMagic(command, locked);
  }),
  dispute_deadline: commandJob(async (command, job) => {
    const locked = await lockForService(command.tx, job.ref);
    if (locked) await endOverdueDispute(command, locked);
  }),
  final_notice: commandJob(async (command, job) => {
    const locked = await lockForService(command.tx, job.ref);
    if (locked && isDue(locked, command.now)) await sendFinalNotice(command, locked, 'service');
  }),
};

async function disputeByMagic(command: Command, locked: LockedAdverseAction): Promise<void> {
  if (phaseOf(locked.action) !== 'pre-notice') return;
  const dispute = { openedBy: 'candidate', statement: MAGIC_STATEMENT } as const;
  await openDispute(command, locked, dispute);
}

/** What nobody has confirmed in time must be deleted (FCRA, section 611). */
async function endOverdueDispute(command: Command, locked: LockedAdverseAction): Promise<void> {
  const { action } = locked;
  const isOverdue = action.dispute && new Date(action.dispute.dueAt) <= command.now;
  if (phaseOf(action) !== 'dispute-open' || !isOverdue) return;
  await resolveDispute(command, locked, 'amended', 'service');
}

function isDue({ action }: LockedAdverseAction, now: Date): boolean {
  const { finalNoticeEligibleAt: eligible, finalNoticeScheduledAt: scheduled } = action;
  return isWaiting(action) && !!eligible && eligible <= now && !!scheduled && scheduled <= now;
}
