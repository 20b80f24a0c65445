import { ServiceError } from '../errors/service-error.js';
import { askFor } from './ask-for.js';
import { pace } from './pace.js';
import {
  type PendingSource,
  type ReconcileOptions,
  reconcileSettings,
} from './reconcile-options.js';

/**
 * What a run has come to, in ids. Each that was asked for is one of `alreadyHandled`, `recovered`, `stillPending` and
 * `failed`; `found` counts those for which the service had a result.
 */
export interface ReconciliationReport {
  readonly asked: number;
  readonly found: number;
  /** The webhook had come, or an earlier run had processed it, or there is no handler for what it is. */
  readonly alreadyHandled: number;
  /** A result that no webhook had brought, now processed (or refused by a `PermanentError`) or stored in the inbox. */
  readonly recovered: number;
  /** No result yet, or one that is being processed right now. */
  readonly stillPending: number;
  /** To be asked for again: the service or the handler failed. */
  readonly failed: number;
  /** Set when the run ended before `pending` did: the signal's reason, an API key that is refused, what `pending` threw. */
  readonly stoppedBy?: unknown;
}

// Of no use to go on: every further call would end like this one.
const fatal: ReadonlySet<string> = new Set(['unauthorized', 'forbidden', 'redirected']);

/**
 * Asks the service for results that are still waited for, and takes those that are final through the receiver's
 * dedupe and handlers: what a webhook has brought, or brings meanwhile, is processed once. Rejects for nothing that
 * happens on the way.
 *
 * @throws InvalidInputError for a malformed option, naming the option and the cure.
 * @example
 * const report = await reconcile({ client, receiver, pending: await idsWaitingForMoreThan('20 minutes') });
 */
export async function reconcile<Framework = unknown>(
  options: ReconcileOptions<Framework>,
): Promise<ReconciliationReport> {
  const settings = reconcileSettings<Framework>(options);
  const { signal } = settings;
  const next = pace(settings.requestsPerSecond, signal);
  const counts = {
    asked: 0,
    found: 0,
    alreadyHandled: 0,
    recovered: 0,
    stillPending: 0,
    failed: 0,
  };
  let stopped: { readonly by: unknown } | undefined;

  async function settle(externalId: string): Promise<void> {
    try {
      const { kind, found, records, reason, draining } = await askFor(externalId, settings);
      if (found) counts.found += 1;
      if (kind === 'failed') {
        if (draining) stopped ??= { by: reason };
        return await fail(externalId, reason);
      }
      if (kind !== 'stillPending') await settings.onSettled?.(externalId, records);
      counts[kind] += 1;
    } catch (error) {
      if (signal?.aborted && error instanceof ServiceError && error.code === 'aborted') {
        counts.asked -= 1;
        return;
      }
      if (error instanceof ServiceError && fatal.has(error.code)) stopped ??= { by: error };
      await fail(externalId, error);
    }
  }

  async function fail(externalId: string, reason: unknown): Promise<void> {
    counts.failed += 1;
    try {
      await settings.onFailed?.(externalId, reason);
    } catch (error) {
      stopped ??= { by: error };
    }
  }

  async function lane(ids: AsyncIterator<string, void>): Promise<void> {
    while (!stopped && !signal?.aborted) {
      const id = await orAborted(ids.next(), signal);
      if (stopped || signal?.aborted || !id || id.done) return;
      await next();
      if (stopped || signal?.aborted) return;
      counts.asked += 1;
      await settle(id.value);
    }
  }

  const ids = iterate(settings.pending);
  // Each lane ends its handler before it ends, whatever ends the run.
  const lanes = Array.from({ length: settings.concurrency }, () =>
    lane(ids).catch((error) => {
      stopped ??= { by: error };
    }),
  );
  await Promise.all(lanes);
  ids.return().catch(() => {});
  if (signal?.aborted) stopped ??= { by: signal.reason };
  return { ...counts, ...(stopped && { stoppedBy: stopped.by }) };
}

/** One iterator for all lanes: an async generator queues their calls. */
async function* iterate(pending: PendingSource): AsyncGenerator<string, void, undefined> {
  yield* typeof pending === 'function' ? await pending() : pending;
}

/** The work's value, or undefined once the signal aborts. */
async function orAborted<T>(
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
