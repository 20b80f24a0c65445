import { type ReconciliationReport, reconcile } from './reconcile.js';
import type { ReconcileOptions } from './reconcile-options.js';

/** What is used of the context that the platform gives to a Worker's `scheduled` handler. */
export interface ScheduledContext {
  waitUntil(work: Promise<unknown>): void;
}

/** Options of {@link scheduledReconciliation}. */
export interface ScheduledOptions {
  /** Gets the report of each run, to log it. */
  readonly onReport?: (report: ReconciliationReport) => unknown;
}

/**
 * A Worker's `scheduled` handler that runs `reconcile` once, with what `optionsOf` makes of the bindings. It rejects when the
 * run was stopped, so that the platform shows the cron event as failed. Ids that fail by themselves are in the report.
 *
 * @example
 * export default { fetch: app.fetch, scheduled: scheduledReconciliation((env: Env) => ({ client: clientOf(env), … })) };
 */
export function scheduledReconciliation<Env = unknown, Framework = unknown>(
  optionsOf: (env: Env) => ReconcileOptions<Framework>,
  { onReport }: ScheduledOptions = {},
): (controller: unknown, env: Env, context: ScheduledContext) => Promise<void> {
  return async (_controller, env, context) => {
    const options = optionsOf(env);
    const report = await reconcile<Framework>({
      waitUntil: (work: Promise<unknown>) => context.waitUntil(work),
      ...options,
    });
    await onReport?.(report);
    if ('stoppedBy' in report) throw report.stoppedBy;
  };
}
