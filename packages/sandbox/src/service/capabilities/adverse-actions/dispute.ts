import type { z } from 'zod';
import type { Dispute, HistoryEntry } from '../../db/schema/index.js';
import { invalidField, validationProblem } from '../../http/problem.js';
import { addCalendarDays, later } from '../../kernel/calendar/days.js';
import { type Command, schedule, unschedule } from '../../kernel/command.js';
import { refuseSsn } from '../candidates/index.js';
import { disputeReport, endDispute, type ReportRow, reportRecords } from '../reports/index.js';
import { findTenant } from '../tenants/index.js';
import { cancelAdverseAction, waitingPeriodEnd } from './adverse-action.js';
import { type ChosenFindings, disputeResolved, sendNotice, unknownIds } from './notices.js';
import { type AdverseActionRow, moveAdverseAction } from './records.js';
import type { DisputeAdverseAction } from './wire.js';

/** Days within which a dispute must be resolved (FCRA, section 611). */
const DEADLINE_DAYS = 30;

/** The statement of a candidate, and the findings that it disputes. */
interface NewDispute extends z.output<typeof DisputeAdverseAction> {
  readonly openedBy: Dispute['openedBy'];
}

/**
 * Opens the dispute of an adverse action, and stops its waiting period.
 *
 * @throws Problem 422 for a finding that the action is not based on, or a full Social Security number.
 */
export async function openDispute(
  command: Command,
  action: AdverseActionRow,
  { openedBy, statement, recordIds, checkIds }: NewDispute,
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  refuseSsn({ statement });
  const disputed = chooseFindings(action, recordIds, checkIds);
  const { timeZone } = await findTenant(tx, action.tenantId);
  const dueAt = addCalendarDays(now, DEADLINE_DAYS, timeZone);
  const report = await reportRecords.lockForService(tx, action.reportId);
  await disputeReport(command, report, disputed.recordIds);
  await unschedule(tx, action.id);
  const { id: ref, tenantId } = action;
  await schedule(tx, { kind: 'dispute_deadline', ref, dueAt, tenantId });
  const dispute: Dispute = {
    openedAt: now.toISOString(),
    openedBy,
    statement,
    ...disputed,
    dueAt: dueAt.toISOString(),
    resolvedAt: null,
    outcome: null,
  };
  return moveAdverseAction(command, 'dispute', openedBy, action, {
    dispute,
    waitLeftSeconds: secondsLeft(action, now),
    finalNoticeEligibleAt: null,
  });
}

function chooseFindings(
  action: AdverseActionRow,
  recordIds: readonly string[] | undefined,
  checkIds: readonly string[] | undefined,
): ChosenFindings {
  if (!recordIds && !checkIds) return { recordIds: action.recordIds, checkIds: action.checkIds };
  const chosen = {
    recordIds: [...new Set(recordIds)],
    checkIds: [...new Set(checkIds)],
  };
  const what = 'adverse_action_finding';
  const errors = [
    ...unknownIds('recordIds', recordIds, action.recordIds, what),
    ...unknownIds('checkIds', checkIds, action.checkIds, what),
  ];
  if (errors.length > 0) throw validationProblem(errors);
  if (chosen.recordIds.length + chosen.checkIds.length > 0) return chosen;
  throw invalidField('recordIds', { code: 'required', facts: { because: 'dispute_subject' } });
}

// Rounds up, so that a notice is never early.
function secondsLeft({ finalNoticeEligibleAt }: AdverseActionRow, now: Date): number {
  const ms = (finalNoticeEligibleAt?.getTime() ?? 0) - now.getTime();
  return Math.max(0, Math.ceil(ms / 1000));
}

/**
 * Ends the dispute of an adverse action, and continues its waiting period. The outcome `amended` deletes the disputed findings
 * and restarts the period, or cancels the action if nothing is left to decide on.
 */
export async function resolveDispute(
  command: Command,
  action: AdverseActionRow,
  outcome: NonNullable<Dispute['outcome']>,
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
    const { id: ref, tenantId } = action;
    await schedule(tx, { kind: 'final_notice', ref, dueAt: scheduledAt, tenantId });
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
  return waitingPeriodEnd(now, action.waitingPeriodDays, timeZone);
}
