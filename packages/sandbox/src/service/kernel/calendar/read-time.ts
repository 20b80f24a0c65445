const FORM = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Reads a time in the form of RFC 3339. A text says what is wrong with it instead. `Date` alone takes `Jan 1` and 2026-02-30. */
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
