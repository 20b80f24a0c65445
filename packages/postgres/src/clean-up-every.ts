import { checkMilliseconds, checkNames } from '@screening-webhooks/core/store-kit';
import type { PostgresStore } from './postgres-store.js';

/** Options of {@link cleanUpEvery}. */
export interface CleanUpOptions {
  /** Milliseconds from the end of a clean-up to the next. Default 60,000. */
  readonly interval?: number;
  /** Gets the error of a clean-up that failed. The next one runs as usual. Default: `process.emitWarning`. */
  readonly onError?: (error: unknown) => void;
}

/** A running timer of {@link cleanUpEvery}. */
export interface CleanUpTimer {
  /** Starts no further clean-up. Resolves when the statement that runs has ended. */
  stop(): Promise<void>;
}

/**
 * Deletes the expired rows of a store, now and after each `interval`, 1,000 rows per statement until none is left. The
 * timer does not keep the process alive. Every process may run one.
 *
 * @throws TypeError when an option is malformed.
 * @example
 * const timer = cleanUpEvery(store, { onError: (error) => logger.warn(error) });
 * process.once('SIGTERM', () => timer.stop());
 */
export function cleanUpEvery(
  store: Pick<PostgresStore, 'cleanUp'>,
  options: CleanUpOptions = {},
): CleanUpTimer {
  checkNames(options, { interval: true, onError: true }, 'cleanUpEvery');
  const { interval, onError = warn } = options;
  const ms = checkMilliseconds('interval', interval, 60_000);
  if (typeof onError !== 'function') throw new TypeError('onError: expected a function.');
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function cleanUp(): Promise<void> {
    try {
      let more = true;
      while (more && !isStopped) {
        const result = await store.cleanUp();
        more = result.more && result.deleted > 0;
      }
    } catch (error) {
      report(error);
    }
    if (isStopped) return;
    timer = setTimeout(start, ms);
    timer.unref();
  }

  function report(error: unknown): void {
    try {
      onError(error);
    } catch (thrown) {
      warn(thrown);
    }
  }

  let running = Promise.resolve();
  function start(): void {
    running = cleanUp();
  }
  start();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : new Error(String(error)));
}
