const SHAPE = /^\d{4}-\d{2}-(\d{2})T\d{2}:\d{2}(:\d{2})?$/;

/** The `max` of the field. Without it, browsers accept years of six digits. */
export const LATEST_LOCAL = '9999-12-31T23:59:59';

/** The name of the reader's time zone, such as `America/New_York`. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function formatter(options: Intl.DateTimeFormatOptions): (instant: string) => string {
  const format = new Intl.DateTimeFormat(undefined, options);
  return (instant) => format.format(new Date(instant));
}

/** A time in the reader's zone, with the name of the zone, such as `Nov 26, 2026, 4:59:59 AM EST`. */
export const formatTime = formatter({ dateStyle: 'medium', timeStyle: 'long' });
/** Its two parts. */
export const formatDay = formatter({ dateStyle: 'medium' });
export const formatHour = formatter({ timeStyle: 'long' });
/** Such as `11/26/26, 4:59 AM`. */
export const formatShort = formatter({ dateStyle: 'short', timeStyle: 'short' });

/** A time as the value of a `datetime-local` field, in the reader's zone. Empty if `instant` is not a time. */
export function localOf(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const day = [padded(date.getFullYear(), 4), padded(date.getMonth() + 1), padded(date.getDate())];
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => padded(part));
  return `${day.join('-')}T${time.join(':')}`;
}

/** The UTC time of such a value. `undefined` if it is not a time, or if the calendar does not have the day. */
export function instantOf(local: string): string | undefined {
  const [, day] = SHAPE.exec(local) ?? [];
  const date = new Date(local);
  if (day === undefined || Number.isNaN(date.getTime())) return undefined;
  // Some engines read February 30 as a day of March.
  return date.getDate() === Number(day) ? date.toISOString() : undefined;
}

function padded(part: number, length = 2): string {
  return String(part).padStart(length, '0');
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A duration in its two largest units, such as `2 min 30 s`, or in milliseconds below a second. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const first = units.findIndex(([, size]) => ms >= size);
  let left = ms;
  const parts = units.slice(first, first + 2).map(([name, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return [count, name] as const;
  });
  return parts
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(' ');
}
