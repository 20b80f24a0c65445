import { Temporal } from 'temporal-polyfill';
import { Problem } from '../../http/problem.js';
import { addCalendarDays } from '../../kernel/calendar/add-calendar-days.js';
import { addBusinessDays } from '../../kernel/calendar/business-days.js';

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
export function requireEligible(from: Date | null, at: Date, what: string): void {
  if (!from || at >= from) return;
  const eligibleAt = from.toISOString();
  throw new Problem(
    'waiting_period_active',
    `${what} would come before the waiting period ends, at ${eligibleAt}.`,
    { eligibleAt },
  );
}
