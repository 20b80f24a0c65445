import type { Answer } from '../../api/operations.js';
import { shareOf } from '../../resource/success-rate.js';

type Period = Answer<'getWebhookEndpointStatistics'>['last7Days'];

/** What is said of how an endpoint answered in a time, by the names of the rows. */
export function answerCells({
  attempts,
  acknowledged,
  failed,
  medianResponseMs,
  p95ResponseMs,
}: Omit<Period, 'from' | 'deliveries' | 'complete'>): Readonly<Record<string, string>> {
  return {
    Attempts: inGroups(attempts),
    Acknowledged:
      attempts === 0 ? '–' : `${inGroups(acknowledged)} (${shareOf(acknowledged, attempts)})`,
    'Failed for good': inGroups(failed),
    'Median response': inMs(medianResponseMs),
    '95th percentile': inMs(p95ResponseMs),
  };
}

const inGroups = (count: number): string => count.toLocaleString('en-US');

const inMs = (duration: number | null): string =>
  duration === null ? '–' : `${inGroups(duration)} ms`;
