const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const SHORT = /^(\d+)(s|m|h|d)$/;

/** Milliseconds of `PT15M`, `P1DT2H`, `15m`, `30s`, `2h` or `1d`. Undefined: it is none of these. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = SHORT.exec(text) ?? [];
  if (unit === 's' || unit === 'm' || unit === 'h' || unit === 'd')
    return Number(amount) * units[unit];
  const parts = ISO.exec(text)?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return days * units.d + hours * units.h + minutes * units.m + seconds * units.s;
}
