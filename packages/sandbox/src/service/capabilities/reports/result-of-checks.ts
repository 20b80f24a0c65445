import type { CheckStatus } from './states.js';

/** What a report says once all its checks have ended (service tables 6.1). */
export interface ReportResult {
  /** Null: all checks were canceled, so the report is canceled too. */
  readonly result: 'clear' | 'consider' | null;
  readonly includesCanceled: boolean;
}

/** Undefined: a check has not ended yet. */
export function resultOfChecks(statuses: readonly CheckStatus[]): ReportResult | undefined {
  if (statuses.some((status) => status === 'pending' || status === 'in_progress')) return undefined;
  const ended = statuses.filter((status) => status !== 'canceled');
  const includesCanceled = ended.length < statuses.length;
  if (ended.length === 0) return { result: null, includesCanceled };
  return {
    result: ended.every((status) => status === 'clear') ? 'clear' : 'consider',
    includesCanceled,
  };
}
