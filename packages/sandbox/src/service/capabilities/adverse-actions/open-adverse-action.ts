import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import type { ReportRow } from '../reports/index.js';
import { findTenant } from '../tenants/index.js';
import { scheduleMagicDispute } from './magic-dispute.js';
import { preNotice } from './notices.js';
import { type AdverseActionRow, adverseActionRecords } from './records.js';
import { sendNotice } from './send-notice.js';
import { endOfWait } from './waiting-period.js';

/** The findings that an adverse action is based on, and how long it waits. */
type NewAdverseAction = Pick<AdverseActionRow, 'recordIds' | 'checkIds' | 'waitingPeriodDays'>;

/** Begins an adverse action with the pre-notice. The caller has locked the report, and checked that it allows one. */
export async function openAdverseAction(
  command: ScopedCommand,
  report: ReportRow,
  basis: NewAdverseAction,
): Promise<AdverseActionRow> {
  const { tx, now, nextId, urls } = command;
  const { timeZone } = await findTenant(tx, report.tenantId);
  const eligibleAt = endOfWait(now, basis.waitingPeriodDays, timeZone);
  const id = await nextId('adv');
  const action = await adverseActionRecords.insert(command, {
    ...basis,
    id,
    reportId: report.id,
    candidateId: report.candidateId,
    stage: 'pre-notice',
    status: 'open',
    preNoticeSentAt: now,
    finalNoticeEligibleAt: eligibleAt,
    finalNoticeScheduledAt: eligibleAt,
    history: [{ at: now.toISOString(), action: 'pre-notice', by: 'caller' }],
  });
  await schedule(tx, { kind: 'final_notice', ref: id, dueAt: eligibleAt });
  await scheduleMagicDispute(command, action);
  await sendNotice(command, report, action, (facts) =>
    preNotice(facts, eligibleAt, urls.hosted('dispute', id)),
  );
  return action;
}
