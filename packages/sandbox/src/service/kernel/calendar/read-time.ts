const FIRST_START = '2000-01-01T00:00:00.000Z';
const LAST_START = '8999-01-01T00:00:00.000Z';

/** No move of the clock passes this time. It is far beyond every time of the service, and within the range of `Date`. */
export const LAST_TIME: Date = new Date('9000-01-01T00:00:00Z');

const FORM = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Parses a time of RFC 3339, or returns a text that says what is wrong with it. `Date` alone takes `Jan 1` and 2026-02-30. */
export function readTime(text: string): Date | string {
  const [, day] = FORM.exec(text) ?? [];
  if (day === undefined) {
    return 'Expected a time with its offset, such as 2026-01-31T09:00:00Z (RFC 3339).';
  }
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) {
    return `There is no day ${day}.`;
  }
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return 'There is no such time of a day, or no such offset.';
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time : 'Expected a time in the years 1 to 9999 of UTC.';
}

/** Parses the start time of a clock. The demo's people were born before it, and the clock must have time left. */
export function readStartTime(text: string): Date | string {
  const start = readTime(text);
  if (typeof start === 'string') return start;
  const isInRange = start >= new Date(FIRST_START) && start <= new Date(LAST_START);
  return isInRange ? start : `Expected a time from ${FIRST_START} to ${LAST_START}.`;
}
