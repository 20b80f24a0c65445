import type { Answer } from '../api/operations.js';

type StatusCounts = Answer<'getWebhookDeliveryStatistics'>['byStatus'];
type Other = Exclude<keyof StatusCounts, 'succeeded'>;

/** Each status in the singular and the plural, in the order of the sentence. */
const told = [
  ['failed', 'failed', 'failed'],
  ['retrying', 'is being retried', 'are being retried'],
  ['delivering', 'is being sent', 'are being sent'],
  ['scheduled', 'is scheduled', 'are scheduled'],
  ['held', 'is held', 'are held'],
  ['canceled', 'was canceled', 'were canceled'],
] as const satisfies readonly (readonly [Other, string, string])[];

export function deliverySentence(counts: StatusCounts): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count);
  if (total === 0) return 'No deliveries in this period.';
  const others = told
    .filter(([status]) => counts[status] > 0)
    .map(([status, one, many]) => `, ${counts[status]} ${counts[status] === 1 ? one : many}`);
  return `${counts.succeeded} of ${total} delivered${others.join('')}.`;
}
