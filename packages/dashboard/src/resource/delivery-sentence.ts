import type { Answer } from '../api/operations.js';

type StatusCounts = Answer<'getWebhookDeliveryStatistics'>['byStatus'];

/** The words for the statuses other than `succeeded`: of one delivery, and of several. */
const told = {
  failed: ['failed', 'failed'],
  retrying: ['is being retried', 'are being retried'],
  delivering: ['is being sent', 'are being sent'],
  scheduled: ['is scheduled', 'are scheduled'],
  held: ['is held', 'are held'],
  canceled: ['was canceled', 'were canceled'],
} as const satisfies Record<keyof Omit<StatusCounts, 'succeeded'>, readonly [string, string]>;

/** They are told in this order. */
const others = ['failed', 'retrying', 'delivering', 'scheduled', 'held', 'canceled'] as const;

export function deliverySentence(counts: StatusCounts): string {
  const { succeeded } = counts;
  const rest = others.filter((status) => counts[status] > 0);
  const total = succeeded + rest.reduce((sum, status) => sum + counts[status], 0);
  const verbOf = (status: (typeof others)[number]) => told[status][counts[status] === 1 ? 0 : 1];
  const [only, ...more] = rest;
  if (only === undefined) {
    if (total === 0) return 'No deliveries in this period.';
    return total === 1 ? 'The only delivery succeeded.' : `All ${total} delivered.`;
  }
  if (succeeded === 0 && more.length === 0) {
    return total === 1 ? `The only delivery ${verbOf(only)}.` : `All ${total} ${verbOf(only)}.`;
  }
  const parts = rest.map((status) => `${counts[status]} ${verbOf(status)}`);
  return `${succeeded === 0 ? 'None' : succeeded} of ${total} delivered, ${parts.join(', ')}.`;
}
