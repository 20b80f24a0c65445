// Unix seconds, as in `t`; with three digits more, milliseconds.
const UNIX = /^\d{1,15}$/;
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * Reads a time: Unix seconds or milliseconds, or a date with its time and offset (RFC 3339), as logs have them.
 *
 * @returns milliseconds since the epoch; undefined when it is neither.
 */
export function readTime(text: string): number | undefined {
  const given = text.trim();
  if (UNIX.test(given)) {
    const value = Number(given);
    return value >= FIRST_MILLISECONDS ? value : value * 1000;
  }
  // Without an offset, Date.parse would take the time zone of this machine.
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(given)) {
    return undefined;
  }
  const time = Date.parse(given.replace(' ', 'T').toUpperCase());
  return Number.isNaN(time) ? undefined : time;
}
