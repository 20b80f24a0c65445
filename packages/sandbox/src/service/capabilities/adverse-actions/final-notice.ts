import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { HistoryEntry } from '../../db/schema/index.js';
import { Problem, validationProblem } from '../../http/problem.js';
import { addBusinessDays, addCalendarDays } from '../../kernel/calendar/days.js';
import { type Command, schedule, unschedule } from '../../kernel/command.js';
import { adjudicationRecords } from '../reports/index.js';
import { finalNotice, sendNotice } from './notices.js';
import { type AdverseActionRow, moveAdverseAction } from './records.js';
import { adverseActionStates } from './states.js';
import type { RescheduleFinalNotice } from './wire.js';

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
  const { notBefore } = adverseActionStates.actions['final-notice'];
  requireEligible(action[notBefore], now, 'The final notice');
  await unschedule(tx, action.id);
  const report = await adjudicationRecords.lockForService(tx, action.reportId);
  await adjudicationRecords.act(command, 'final-notice', report, {});
  const changes = { finalNoticeSentAt: now };
  const completed = await moveAdverseAction(command, 'final-notice', by, action, changes);
  await sendNotice(command, report, action, finalNotice);
  return completed;
}

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

const LEAST_BUSINESS_DAYS = 5;

/**
 * Returns when a final notice may follow a pre-notice: after a number of calendar days, and after five business days (service tables
 * 6.3), at the same time of day.
 *
 * @param timeZone The IANA name of the account's time zone. The days are those of its calendar.
 */
export function endOfWait(from: Date, calendarDays: number, timeZone: string): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime());
  const date = start.toZonedDateTimeISO(timeZone).toPlainDate();
  const businessDays = date.until(addBusinessDays(date, LEAST_BUSINESS_DAYS)).days;
  return addCalendarDays(from, Math.max(calendarDays, businessDays), timeZone);
}

/** @throws Problem 409 `waiting_period_active` for a time at which the final notice may not be sent yet. */
function requireEligible(from: Date | null, at: Date, what: string): void {
  if (!from || at >= from) return;
  const eligibleAt = from.toISOString();
  throw new Problem(
    'waiting_period_active',
    `${what} would come before the waiting period ends, at ${eligibleAt}.`,
    { eligibleAt },
  );
}
