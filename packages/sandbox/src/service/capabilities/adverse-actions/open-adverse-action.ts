import type { HistoryEntry } from '../../db/schema/index.js';
import { type Command, type ScopedCommand, schedule, unschedule } from '../../kernel/command.js';
import { candidateRecords } from '../candidates/index.js';
import {
  adjudicationRecords,
  endDispute,
  outcomeOfName,
  type ReportRow,
} from '../reports/index.js';
import { findTenant } from '../tenants/index.js';
import { endOfWait } from './final-notice.js';
import { canceledNotice, preNotice, sendNotice } from './notices.js';
import { type AdverseActionRow, adverseActionRecords, moveAdverseAction } from './records.js';
import { adverseActionPhase } from './states.js';

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

/** Ends an adverse action without a decision. Its report can be adjudicated again. @throws Problem 409 when it has ended. */
export async function cancelAdverseAction(
  command: Command,
  action: AdverseActionRow,
  by: HistoryEntry['by'],
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  const report = await adjudicationRecords.lockForService(tx, action.reportId);
  await unschedule(tx, action.id);
  if (adverseActionPhase(action) === 'dispute-open') await endDispute(command, report);
  await adjudicationRecords.act(command, 'cancel', report, {});
  const canceled = await moveAdverseAction(command, 'cancel', by, action, { canceledAt: now });
  await sendNotice(command, report, action, canceledNotice);
  return canceled;
}

const AFTER_MS = 2 * 86_400_000;

export const MAGIC_STATEMENT =
  'This is not about me. (The sandbox disputes for candidates with the last name Disputed.)';

/** Schedules the dispute of a candidate with the last name `Disputed` (service tables 1.10), two days after the pre-notice. */
async function scheduleMagicDispute(
  { tx, now }: Command,
  { id, tenantId, candidateId }: AdverseActionRow,
): Promise<void> {
  const scope = { tenantId, integrationId: null };
  const { lastName } = await candidateRecords.find(tx, scope, candidateId);
  if (outcomeOfName(lastName) !== 'disputed') return;
  const dueAt = new Date(now.getTime() + AFTER_MS);
  await schedule(tx, { kind: 'magic_dispute', ref: id, dueAt });
}
