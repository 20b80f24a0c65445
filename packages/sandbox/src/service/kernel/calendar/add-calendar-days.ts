import { Temporal } from 'temporal-polyfill';

/**
 * Adds days in the calendar of a time zone, and keeps the time of day. A time that the change to summer time skips is an
 * hour later. Of a time that comes twice, it is the first.
 *
 * @param days At least 1.
 * @param timeZone An IANA name.
 */
export function addCalendarDays(from: Date, days: number, timeZone: string): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime());
  return new Date(start.toZonedDateTimeISO(timeZone).add({ days }).epochMilliseconds);
}
