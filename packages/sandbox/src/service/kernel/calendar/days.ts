import { Temporal } from 'temporal-polyfill';

const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;
const SUNDAY = 7;

/** Returns the date that is a number of business days after another, which need not be a business day. */
export function addBusinessDays(date: Temporal.PlainDate, days: number): Temporal.PlainDate {
  let reached = date;
  for (let left = days; left > 0; ) {
    reached = reached.add({ days: 1 });
    if (isBusinessDay(reached)) left -= 1;
  }
  return reached;
}

/** Checks whether a date is neither on a weekend nor a federal holiday. */
export function isBusinessDay(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek <= FRIDAY && !federalHolidays(date.year).includes(date.toString());
}

/**
 * The dates in a year on which federal holidays are observed (5 U.S.C. 6103), in order, such as `2026-01-01`. Inauguration Day
 * is left out: only some federal employees around Washington have it off.
 */
export function federalHolidays(year: number): readonly string[] {
  const on = (month: number, day: number, ofYear = year) =>
    observed(Temporal.PlainDate.from({ year: ofYear, month, day }));
  const dates = [
    on(1, 1),
    // Martin Luther King Jr., and Washington.
    nth(3, MONDAY, year, 1),
    nth(3, MONDAY, year, 2),
    // Memorial Day: the last one.
    nth(1, MONDAY, year, 6).subtract({ weeks: 1 }),
    // Juneteenth, and Independence Day.
    on(6, 19),
    on(7, 4),
    // Labor Day, and Columbus Day.
    nth(1, MONDAY, year, 9),
    nth(2, MONDAY, year, 10),
    // Veterans Day, Thanksgiving, and Christmas.
    on(11, 11),
    nth(4, THURSDAY, year, 11),
    on(12, 25),
    // New Year's Day can be observed on the day before.
    on(1, 1, year + 1),
  ];
  return dates.filter((date) => date.year === year).map(String);
}

/** A holiday on a weekend is observed on the nearest weekday. */
function observed(date: Temporal.PlainDate): Temporal.PlainDate {
  if (date.dayOfWeek === SATURDAY) return date.subtract({ days: 1 });
  return date.dayOfWeek === SUNDAY ? date.add({ days: 1 }) : date;
}

/** The nth day of a month that is a given day of the week, of which Monday is 1. */
function nth(count: number, dayOfWeek: number, year: number, month: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  const days = (dayOfWeek - first.dayOfWeek + 7) % 7;
  return first.add({ days: days + 7 * (count - 1) });
}

/**
 * Adds days in the calendar of a time zone, and keeps the time of day. A time that daylight saving time skips is an
 * hour later. If a time occurs twice, the first one counts.
 *
 * @param days At least 1.
 * @param timeZone An IANA name.
 */
export function addCalendarDays(from: Date, days: number, timeZone: string): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime());
  return new Date(start.toZonedDateTimeISO(timeZone).add({ days }).epochMilliseconds);
}

/**
 * The last millisecond of a day.
 *
 * @param days How many days after the day of `now`.
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

/** A time as a candidate reads it, such as `Thursday, January 8, 2026 at 9:00 AM EST`. */
export function localTime(time: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(time);
  // Some releases of Unicode's data have a narrow space before AM.
  return text.replaceAll('\u202f', ' ');
}

export function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
