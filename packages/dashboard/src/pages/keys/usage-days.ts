import type { Answer } from '../../api/operations.js';
import type { Bar } from '../../ui/bars.js';
import { counted } from '../../words/words-of.js';

type Day = Answer<'getApiKeyUsage'>['byDay'][number];

const DAY_MS = 86_400_000;
const FEWEST_DAYS = 14;
const MOST_DAYS = 60;

/** A bar for each day up to the last with a request, those without one included: at least 14 days, at most 60. */
export function usageDays(days: readonly Day[]): Bar[] {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return [];
  const known = new Map(days.map((day) => [day.date, day]));
  const end = Date.parse(last.date);
  const used = (end - Date.parse(first.date)) / DAY_MS + 1;
  const count = Math.min(MOST_DAYS, Math.max(FEWEST_DAYS, used));
  const start = end - (count - 1) * DAY_MS;
  return Array.from({ length: count }, (_none, index) => {
    const date = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
    const { requests, errors } = known.get(date) ?? { requests: 0, errors: 0 };
    const label = `${date}: ${counted(requests, 'request')}, ${counted(errors, 'error')}`;
    return { label, good: requests - errors, bad: errors };
  });
}
