import { type CheckStatus, isOpen } from './states.js';

/** The result of a report, once all its checks have ended (service tables 6.1). */
export interface ReportResult {
  /** Null: all checks were canceled, so the report is canceled too. */
  readonly result: 'clear' | 'consider' | null;
  readonly includesCanceled: boolean;
}

/** Returns the result of a report. Undefined: a check has not ended yet. */
export function resultOfChecks(
  checks: readonly { readonly status: CheckStatus }[],
): ReportResult | undefined {
  if (checks.some(isOpen)) return undefined;
  const ended = checks.filter(({ status }) => status !== 'canceled');
  const includesCanceled = ended.length < checks.length;
  if (ended.length === 0) return { result: null, includesCanceled };
  return {
    result: ended.every(({ status }) => status === 'clear') ? 'clear' : 'consider',
    includesCanceled,
  };
}
