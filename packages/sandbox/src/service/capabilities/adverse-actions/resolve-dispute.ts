import type { Dispute, HistoryEntry } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { schedule, unschedule } from '../../kernel/schedule.js';
import { endDispute, type ReportRow, reportRecords } from '../reports/index.js';
import { findTenant } from '../tenants/index.js';
import { cancelAdverseAction } from './cancel-adverse-action.js';
import type { ChosenFindings } from './findings.js';
import { disputeResolved } from './notices.js';
import { type AdverseActionRow, moveAdverseAction } from './records.js';
import { sendNotice } from './send-notice.js';
import { endOfWait } from './waiting-period.js';

type Outcome = NonNullable<Dispute['outcome']>;

/**
 * Ends the dispute of an adverse action, whose waiting period goes on. Amended, what was disputed is deleted and the waiting
 * period begins anew, unless nothing is left to decide on.
 */
export async function resolveDispute(
  command: Command,
  action: AdverseActionRow,
  outcome: Outcome,
  by: HistoryEntry['by'],
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  const { dispute } = action;
  if (!dispute) throw new Error(`The adverse action ${action.id} has no dispute.`);
  const report = await reportRecords.lockForService(tx, action.reportId);
  await unschedule(tx, action.id);
  const isAmended = outcome === 'amended';
  const completed = await endDispute(command, report, isAmended ? dispute : undefined);
  const basis = isAmended ? without(action, dispute) : action;
  const isOver = isAmended && isBaseless(completed, basis);
  const eligibleAt = isAmended ? await restartedWait(command, action) : resumedWait(action, now);
  const scheduledAt =
    action.finalNoticeScheduledAt && later(action.finalNoticeScheduledAt, eligibleAt);
  const resolved = await moveAdverseAction(command, 'resolve-dispute', by, action, {
    recordIds: [...basis.recordIds],
    checkIds: [...basis.checkIds],
    dispute: { ...dispute, resolvedAt: now.toISOString(), outcome },
    waitLeftSeconds: null,
    finalNoticeEligibleAt: eligibleAt,
    finalNoticeScheduledAt: scheduledAt,
  });
  await sendNotice(command, completed, basis, (facts) =>
    disputeResolved(facts, outcome, isOver ? null : eligibleAt),
  );
  if (isOver) return cancelAdverseAction(command, resolved, 'service');
  if (scheduledAt) {
    await schedule(tx, { kind: 'final_notice', ref: action.id, dueAt: scheduledAt });
  }
  return resolved;
}

function without(action: ChosenFindings, { recordIds, checkIds }: ChosenFindings): ChosenFindings {
  return {
    recordIds: action.recordIds.filter((id) => !recordIds.includes(id)),
    checkIds: action.checkIds.filter((id) => !checkIds.includes(id)),
  };
}

function isBaseless({ result }: ReportRow, { recordIds, checkIds }: ChosenFindings): boolean {
  return result === 'clear' || recordIds.length + checkIds.length === 0;
}

function resumedWait({ waitLeftSeconds }: AdverseActionRow, now: Date): Date {
  return new Date(now.getTime() + (waitLeftSeconds ?? 0) * 1000);
}

async function restartedWait({ tx, now }: Command, action: AdverseActionRow): Promise<Date> {
  const { timeZone } = await findTenant(tx, action.tenantId);
  return endOfWait(now, action.waitingPeriodDays, timeZone);
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
