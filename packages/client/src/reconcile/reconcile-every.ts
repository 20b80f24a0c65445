import { checkFunction, checkNumber } from '../check-input.js';
import { InvalidInputError } from '../errors/invalid-input-error.js';
import { sleep } from '../sleep.js';
import { type ReconciliationReport, reconcile } from './reconcile.js';
import { type ReconcileOptions, reconcileSettings } from './reconcile-options.js';

/** Options of {@link reconcileEvery}: `pending` is a function, called for each run. */
export type ReconcileEveryOptions<Framework = unknown> = ReconcileOptions<Framework> & {
  readonly pending: () => unknown;
  /** Gets the report of each run. What it throws changes nothing. */
  readonly onReport?: (report: ReconciliationReport) => unknown;
};

/** A loop of runs. */
export interface ReconciliationLoop {
  /** Begins no further run, ends the one under way as `signal` does, and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `reconcile` now and again and again, until it is stopped: so many milliseconds after the run before has ended, so
 * that no two overlap.
 *
 * @throws InvalidInputError for a malformed option, naming the option and the cure.
 */
export function reconcileEvery<Framework = unknown>(
  milliseconds: number,
  options: ReconcileEveryOptions<Framework>,
): ReconciliationLoop {
  const rest = checkNumber('milliseconds', milliseconds, { least: 1, default: 300_000 });
  if (typeof options.pending !== 'function') {
    throw new InvalidInputError('pending', 'expected a function: the list is another in each run.');
  }
  checkFunction('onReport', options.onReport);
  reconcileSettings<Framework>(options);

  const stopping = new AbortController();
  const { signal } = stopping;
  const outer = options.signal;
  const onOuter = (): void => stopping.abort(outer?.reason);
  outer?.addEventListener('abort', onOuter, { once: true });
  if (outer?.aborted) onOuter();

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const report = await reconcile<Framework>({ ...options, signal });
      try {
        await options.onReport?.(report);
      } catch {
        // Documented: it changes nothing.
      }
      await sleep(rest, signal);
    }
    outer?.removeEventListener('abort', onOuter);
  }

  const ended = loop();
  return {
    stop() {
      stopping.abort(new Error('The loop was stopped.'));
      return ended;
    },
  };
}
