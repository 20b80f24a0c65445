import { checkNames } from '../check-input.js';
import { sleep } from '../sleep.js';
import { reconcileOne } from './reconcile-one.js';
import {
  type NamedOptions,
  optionNames,
  type PendingSource,
  type ReconcileOptions,
  reconcileSettings,
} from './reconcile-options.js';

/**
 * The result of a run, as numbers of ids. Each id that was asked for counts as exactly one of `alreadyHandled`,
 * `recovered`, `stillPending` and `failed`; `found` counts those with a result at the service.
 */
export interface ReconciliationReport {
  readonly asked: number;
  readonly found: number;
  /** A webhook or an earlier run has handled the result, or there is no handler for its type. */
  readonly alreadyHandled: number;
  /** No webhook had delivered the result; it is now processed, discarded by a `PermanentError`, or stored in the inbox. */
  readonly recovered: number;
  /** There is no result yet, it is being processed at this moment, or there are more pages of results for the next run. */
  readonly stillPending: number;
  /** The service or the handler failed, or a page of the results could not be read; ask again. */
  readonly failed: number;
  /** Present when the run stopped early: the signal's reason, the error for a refused API key, or the error that `pending` threw. */
  readonly stoppedBy?: unknown;
}

/**
 * Looks up results that are still pending, and passes the final ones through the receiver's dedupe and handlers. A result
 * that also arrives by webhook, before or during the run, is processed once. Failures during the run do not reject: they
 * are in the report.
 *
 * @throws InvalidInputError for an invalid option; the message names the option and the fix.
 * @example
 * const report = await reconcile({ client, receiver, pending: await idsWaitingForMoreThan('20 minutes') });
 */
export async function reconcile<Framework = unknown>(
  options: ReconcileOptions<Framework>,
): Promise<ReconciliationReport> {
  checkNames<NamedOptions<Framework>>(options, optionNames, 'reconcile');
  return reconcileOnce<Framework>(options);
}

/** {@link reconcile}, with options whose names were checked before. */
export async function reconcileOnce<Framework>(
  options: ReconcileOptions<Framework>,
): Promise<ReconciliationReport> {
  const settings = reconcileSettings<Framework>(options);
  const { signal } = settings;
  const waitForTurn = rateLimiter(settings.requestsPerSecond, signal);
  const counts = {
    asked: 0,
    found: 0,
    alreadyHandled: 0,
    recovered: 0,
    stillPending: 0,
    failed: 0,
  };
  let stopped: { readonly by: unknown } | undefined;

  async function reconcileAndCount(externalId: string): Promise<void> {
    try {
      const result = await reconcileOne(externalId, settings, waitForTurn);
      if (!result) {
        counts.asked -= 1;
        return;
      }
      const { status, found, records, reason, endsRun } = result;
      if (found) counts.found += 1;
      if (endsRun) stopped ??= { by: reason };
      if (status === 'failed') return await countFailure(externalId, reason);
      if (status !== 'stillPending') await settings.onSettled?.(externalId, records);
      counts[status] += 1;
    } catch (error) {
      await countFailure(externalId, error);
    }
  }

  async function countFailure(externalId: string, reason: unknown): Promise<void> {
    counts.failed += 1;
    try {
      await settings.onFailed?.(externalId, reason);
    } catch (error) {
      stopped ??= { by: error };
    }
  }

  async function worker(ids: AsyncIterator<string, void>): Promise<void> {
    while (!stopped && !signal?.aborted) {
      const id = await untilAborted(ids.next(), signal);
      if (stopped || signal?.aborted || !id || id.done) return;
      await waitForTurn();
      if (stopped || signal?.aborted) return;
      counts.asked += 1;
      await reconcileAndCount(id.value);
    }
  }

  const ids = iterate(settings.pending);
  // A worker ends only after its current handler, however the run is stopped.
  const workers = Array.from({ length: settings.concurrency }, () =>
    worker(ids).catch((error) => {
      stopped ??= { by: error };
    }),
  );
  await Promise.all(workers);
  ids.return().catch(() => {});
  if (signal?.aborted) stopped ??= { by: signal.reason };
  return { ...counts, ...(stopped && { stoppedBy: stopped.by }) };
}

/** Creates one iterator for all workers. An async generator queues concurrent calls of `next`. */
async function* iterate(pending: PendingSource): AsyncGenerator<string, void, undefined> {
  yield* typeof pending === 'function' ? await pending() : pending;
}

/** Returns a function that resolves when the next request may start. Requests are evenly spaced. */
function rateLimiter(perSecond: number, signal: AbortSignal | undefined): () => Promise<void> {
  const interval = 1000 / perSecond;
  let next = 0;
  return async () => {
    const now = performance.now();
    const start = Math.max(now, next);
    next = start + interval;
    if (start > now) await sleep(start - now, signal);
  };
}

/** Resolves with the value of `work`, or with undefined as soon as the signal aborts. */
async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!signal) return work;
  let onAbort = (): void => {};
  const aborted = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
