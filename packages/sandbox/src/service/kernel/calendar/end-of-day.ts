import { Temporal } from 'temporal-polyfill';

/**
 * The last millisecond of a day.
 *
 * @param days How many days after the one of `now`.
 * @param timeZone An IANA name, by which days begin and end.
 */
export function endOfDay(now: Date, days: number, timeZone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const next = today.add({ days: days + 1 }).toZonedDateTime(timeZone);
  return new Date(next.epochMilliseconds - 1);
}

/** The day of a time as the candidate reads it, such as `January 8, 2026`. */
export function writtenDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
}
