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
