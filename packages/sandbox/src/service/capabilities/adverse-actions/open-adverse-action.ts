import { adverseActions } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import type { ReportRow } from '../reports/index.js';
import { findTenant } from '../tenants/index.js';
import { scheduleMagicDispute } from './magic-dispute.js';
import { preNotice } from './notices.js';
import { sendNotice } from './send-notice.js';
import type { AdverseActionRow } from './states.js';
import { endOfWait } from './waiting-period.js';

/** What an adverse action is based on, and how long it waits. */
export interface NewAdverseAction {
  readonly recordIds: readonly string[];
  readonly checkIds: readonly string[];
  readonly waitingPeriodDays: number;
}

/** Begins an adverse action with the pre-notice. The caller has locked the report, and checked that it allows one. */
export async function openAdverseAction(
  command: Command,
  report: ReportRow,
  { recordIds, checkIds, waitingPeriodDays }: NewAdverseAction,
): Promise<AdverseActionRow> {
  const { tx, now, nextId, urls } = command;
  const { timeZone } = await findTenant(tx, report.tenantId);
  const eligibleAt = endOfWait(now, waitingPeriodDays, timeZone);
  const id = await nextId('adv');
  const [action] = await tx
    .insert(adverseActions)
    .values({
      id,
      tenantId: report.tenantId,
      reportId: report.id,
      candidateId: report.candidateId,
      stage: 'pre-notice',
      status: 'open',
      recordIds: [...recordIds],
      checkIds: [...checkIds],
      waitingPeriodDays,
      preNoticeSentAt: now,
      finalNoticeEligibleAt: eligibleAt,
      finalNoticeScheduledAt: eligibleAt,
      history: [{ at: now.toISOString(), action: 'pre-notice', by: 'caller' }],
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!action) throw new Error('The database returned no row for an insert.');
  await schedule(tx, { kind: 'final_notice', ref: id, dueAt: eligibleAt });
  await scheduleMagicDispute(command, action);
  await sendNotice(command, report, action, (facts) =>
    preNotice(facts, eligibleAt, urls.hosted('dispute', id)),
  );
  return action;
}
