import { checkFunction, checkNames, checkNumber } from '../check-input.js';
import { InvalidInputError } from '../errors/invalid-input-error.js';
import { sleep } from '../sleep.js';
import { type ReconciliationReport, reconcileOnce } from './reconcile.js';
import {
  type NamedOptions,
  optionNames,
  type ReconcileOptions,
  reconcileSettings,
} from './reconcile-options.js';

/** Options of {@link reconcileEvery}. `pending` must be a function; it is called for each run. */
export type ReconcileEveryOptions<Framework = unknown> = ReconcileOptions<Framework> & {
  /** Returns the ids to look up in this run, as `PendingSource`. */
  readonly pending: () => unknown;
  /** Receives the report of each run. Errors that it throws are ignored. */
  readonly onReport?: ((report: ReconciliationReport) => unknown) | undefined;
};

/** A running schedule. */
export interface ReconciliationLoop {
  /** Starts no further run, stops the current one as `signal` does, and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `reconcile` at once and then repeatedly until it is stopped. Each run starts `milliseconds` after the previous one
 * has ended, so runs never overlap.
 *
 * @throws InvalidInputError for an invalid option; the message names the option and the fix.
 */
export function reconcileEvery<Framework = unknown>(
  milliseconds: number,
  options: ReconcileEveryOptions<Framework>,
): ReconciliationLoop {
  const pause = checkNumber('milliseconds', milliseconds, {
    of: 'milliseconds',
    min: 1,
    default: 300_000,
  });
  if (typeof options.pending !== 'function') {
    throw new InvalidInputError('pending', 'expected a function: each run needs a new list.');
  }
  checkNames<NamedOptions<Framework> & { readonly onReport?: unknown }>(
    options,
    { ...optionNames, onReport: true },
    'reconcileEvery',
  );
  checkFunction('onReport', options.onReport);
  reconcileSettings<Framework>(options);

  const controller = new AbortController();
  const { signal } = controller;
  const callerSignal = options.signal;
  const onCallerAbort = (): void => controller.abort(callerSignal?.reason);
  callerSignal?.addEventListener('abort', onCallerAbort, { once: true });
  if (callerSignal?.aborted) onCallerAbort();

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const report = await reconcileOnce<Framework>({ ...options, signal });
      try {
        await options.onReport?.(report);
      } catch {
        // Documented as ignored.
      }
      await sleep(pause, signal);
    }
    callerSignal?.removeEventListener('abort', onCallerAbort);
  }

  const ended = loop();
  return {
    stop() {
      controller.abort(new Error('The loop was stopped.'));
      return ended;
    },
  };
}
