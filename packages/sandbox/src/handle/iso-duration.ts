const short = /^(?=\d)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;
const iso = /^P(?=[\dT])(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/;

/**
 * Turns `15m`, `1h30m` or `7d` into an ISO 8601 duration; returns one that is given as such.
 *
 * @throws TypeError for anything else.
 */
export function isoDuration(duration: unknown): string {
  if (typeof duration === 'string') {
    if (iso.test(duration)) return duration;
    const [, days, hours, minutes, seconds] = short.exec(duration) ?? [];
    const part = (count: string | undefined, unit: string) => (count ? count + unit : '');
    const time = part(hours, 'H') + part(minutes, 'M') + part(seconds, 'S');
    if (days || time) return `P${part(days, 'D')}${time && `T${time}`}`;
  }
  throw new TypeError(
    `clock.advance: expected a duration with its unit, such as '30s', '15m', '1h30m', '7d' or 'PT15M', got ${JSON.stringify(duration)}.`,
  );
}
