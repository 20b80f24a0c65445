import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { HistoryEntry } from '../../db/schema/index.js';
import { invalidField, Problem } from '../../http/problem.js';
import { addBusinessDays, addCalendarDays } from '../../kernel/calendar/days.js';
import { type Command, type ScopedCommand, schedule, unschedule } from '../../kernel/command.js';
import { candidateRecords } from '../candidates/index.js';
import {
  adjudicationRecords,
  endDispute,
  outcomeOfName,
  type ReportRow,
} from '../reports/index.js';
import { findTenant } from '../tenants/index.js';
import { canceledNotice, finalNotice, preNotice, sendNotice } from './notices.js';
import { type AdverseActionRow, adverseActionRecords, moveAdverseAction } from './records.js';
import type { RescheduleFinalNotice } from './wire.js';

type NewAdverseAction = Pick<AdverseActionRow, 'recordIds' | 'checkIds' | 'waitingPeriodDays'>;

/** Begins an adverse action with the pre-notice. The caller has locked the report, and checked that it allows one. */
export async function openAdverseAction(
  command: ScopedCommand,
  report: ReportRow,
  basis: NewAdverseAction,
): Promise<AdverseActionRow> {
  const { tx, now, nextId, urls } = command;
  const { timeZone } = await findTenant(tx, report.tenantId);
  const eligibleAt = waitingPeriodEnd(now, basis.waitingPeriodDays, timeZone);
  const id = await nextId('adv');
  const action = await adverseActionRecords.insert(command, {
    ...basis,
    id,
    reportId: report.id,
    candidateId: report.candidateId,
    phase: 'pre-notice',
    stage: 'pre-notice',
    status: 'open',
    preNoticeSentAt: now,
    finalNoticeEligibleAt: eligibleAt,
    finalNoticeScheduledAt: eligibleAt,
    history: [{ at: now.toISOString(), action: 'pre-notice', by: 'caller' }],
  });
  const { tenantId } = action;
  await schedule(tx, { kind: 'final_notice', ref: id, dueAt: eligibleAt, tenantId });
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
  if (action.phase === 'dispute-open') await endDispute(command, report);
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
  await schedule(tx, { kind: 'magic_dispute', ref: id, dueAt, tenantId });
}

/**
 * Sends the final notice, which completes an adverse action.
 *
 * @throws Problem 409 `state_conflict` when it has ended or is disputed, 409 `waiting_period_active` before it is eligible.
 */
export async function sendFinalNotice(
  command: Command,
  action: AdverseActionRow,
  by: HistoryEntry['by'],
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  requireEligible(action, now, 'The final notice');
  await unschedule(tx, action.id);
  const report = await adjudicationRecords.lockForService(tx, action.reportId);
  await adjudicationRecords.act(command, 'final-notice', report, {});
  const changes = { finalNoticeSentAt: now };
  const completed = await moveAdverseAction(command, 'final-notice', by, action, changes);
  await sendNotice(command, report, action, finalNotice);
  return completed;
}

/**
 * Sets when the service sends the final notice. With `null`, a caller has to send it.
 *
 * @throws Problem 409 for a time before it is eligible; 422 for a time in the past.
 */
export async function rescheduleFinalNotice(
  command: Command,
  action: AdverseActionRow,
  sent: z.output<typeof RescheduleFinalNotice>,
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  const at = sent.at === null ? null : new Date(sent.at);
  if (at) requireEligible(action, at, 'A notice at that time');
  if (at && at < now) {
    throw invalidField('at', { code: 'in_the_past', facts: {} });
  }
  await unschedule(tx, action.id, 'final_notice');
  const { id: ref, tenantId } = action;
  if (at) await schedule(tx, { kind: 'final_notice', ref, dueAt: at, tenantId });
  const changes = { finalNoticeScheduledAt: at };
  return moveAdverseAction(command, 'reschedule', 'caller', action, changes);
}

const LEAST_BUSINESS_DAYS = 5;

/**
 * Returns when a final notice may follow a pre-notice: after a number of calendar days, and after five business days (service
 * tables 6.3), at the same time of day.
 *
 * @param timeZone The IANA name of the account's time zone. Days are calendar days in this zone.
 */
export function waitingPeriodEnd(from: Date, calendarDays: number, timeZone: string): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime());
  const date = start.toZonedDateTimeISO(timeZone).toPlainDate();
  const businessDays = date.until(addBusinessDays(date, LEAST_BUSINESS_DAYS)).days;
  return addCalendarDays(from, Math.max(calendarDays, businessDays), timeZone);
}

/** @throws Problem 409 `waiting_period_active` for a time at which the final notice may not be sent yet. */
function requireEligible(
  { finalNoticeEligibleAt: from }: AdverseActionRow,
  at: Date,
  what: string,
): void {
  if (!from || at >= from) return;
  const eligibleAt = from.toISOString();
  throw new Problem(
    'waiting_period_active',
    `${what} would come before the waiting period ends, at ${eligibleAt}.`,
    { eligibleAt },
  );
}
