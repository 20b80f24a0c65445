const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const SHORT = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;

/** Parses `30s`, `15m`, `1h30m`, `7d` or `PT15M` into milliseconds. Returns `undefined` for any other text. */
export function parseDuration(text: string): number | undefined {
  const parts = (SHORT.exec(text) ?? ISO.exec(text))?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
