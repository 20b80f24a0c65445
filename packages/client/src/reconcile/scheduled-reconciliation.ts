import { checkNames } from '../check-input.js';
import { type ReconciliationReport, reconcile } from './reconcile.js';
import type { ReconcileOptions } from './reconcile-options.js';

/** The part of a Worker's execution context that {@link scheduledReconciliation} uses. */
export interface ScheduledContext {
  waitUntil(work: Promise<unknown>): void;
}

/** Options of {@link scheduledReconciliation}. */
export interface ScheduledOptions {
  /** Receives the report of each run, for logging. */
  readonly onReport?: ((report: ReconciliationReport) => unknown) | undefined;
}

/**
 * Creates a Worker's `scheduled` handler that runs `reconcile` once, with the options that `createOptions` returns for the
 * bindings. It rejects when the run was stopped early, so that the platform marks the cron event as failed. Ids that fail
 * individually only appear in the report.
 *
 * @example
 * export default { fetch: app.fetch, scheduled: scheduledReconciliation((env: Env) => ({ client: clientFor(env), … })) };
 */
export function scheduledReconciliation<Env = unknown, Framework = unknown>(
  createOptions: (env: Env) => ReconcileOptions<Framework>,
  options: ScheduledOptions = {},
): (controller: unknown, env: Env, context: ScheduledContext) => Promise<void> {
  checkNames(options, { onReport: true }, 'scheduledReconciliation');
  const { onReport } = options;
  return async (_controller, env, context) => {
    const report = await reconcile<Framework>({
      waitUntil: (work: Promise<unknown>) => context.waitUntil(work),
      ...createOptions(env),
    });
    await onReport?.(report);
    if ('stoppedBy' in report) throw report.stoppedBy;
  };
}
