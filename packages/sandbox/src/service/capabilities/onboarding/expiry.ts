import { Temporal } from 'temporal-polyfill';

/** When a document ends that is valid on its last day. Null: its form has no such date. */
export function documentExpiry(expiresOn: unknown, timeZone: string): Date | null {
  if (typeof expiresOn !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(expiresOn)) return null;
  try {
    const next = Temporal.PlainDate.from(expiresOn, { overflow: 'reject' }).add({ days: 1 });
    return new Date(next.toZonedDateTime(timeZone).epochMilliseconds);
  } catch (error) {
    // Forms of other configurations may have any text there.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
