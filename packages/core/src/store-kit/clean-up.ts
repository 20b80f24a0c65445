import { checkMilliseconds, checkNames, checkWholeNumber } from '../options/check-options.js';

/** The result of a clean-up. */
export interface CleanUpResult {
  /** The number of rows deleted. */
  readonly deleted: number;
  /** Whether expired rows are left that no other statement has locked. */
  readonly more: boolean;
  /** The errors of rows that could not be deleted. The others were. Absent when there are none. */
  readonly failures?: readonly unknown[] | undefined;
}

/** Options of `cleanUpEvery`. */
export interface CleanUpOptions {
  /** Milliseconds from the end of a clean-up to the next. Default 60,000. */
  readonly interval?: number | undefined;
  /** Gets the error of a clean-up that failed, or of a row. The next one runs as usual. Default: `process.emitWarning`. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A running timer of `cleanUpEvery`. */
export interface CleanUpTimer {
  /** Starts no further clean-up. Resolves when the statement that runs has ended. */
  stop(): Promise<void>;
}

const ROWS_PER_CLEAN_UP = 1000;

/**
 * Deletes at most `limit` rows (default 1,000), in steps of at most `rowsPerStep`: a small one holds its locks briefly.
 *
 * @param deleteSome Deletes at most this number of rows.
 * @throws TypeError when `limit` is not a whole number of at least 1.
 */
export async function cleanUpInSteps(
  limit: number | undefined,
  rowsPerStep: number,
  deleteSome: (rows: number) => Promise<CleanUpResult>,
): Promise<CleanUpResult> {
  const most = checkWholeNumber('limit', limit, ROWS_PER_CLEAN_UP);
  let deleted = 0;
  let step: CleanUpResult;
  do {
    step = await deleteSome(Math.min(rowsPerStep, most - deleted));
    deleted += step.deleted;
  } while (step.more && step.deleted > 0 && deleted < most);
  return { ...step, deleted };
}

/**
 * Cleans a store up, now and after each interval, until no expired row is left. The timer does not keep the process alive.
 *
 * @param warn Reports what no `onError` of the options takes.
 * @throws TypeError when an option is malformed.
 */
export function startCleanUp(
  store: { cleanUp(): Promise<CleanUpResult> },
  options: CleanUpOptions,
  warn: (error: unknown) => void,
): CleanUpTimer {
  checkNames(options, { interval: true, onError: true }, 'cleanUpEvery');
  const { interval, onError = warn } = options;
  const ms = checkMilliseconds('interval', interval, 60_000);
  if (typeof onError !== 'function') throw new TypeError('onError: expected a function.');
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function cleanUp(): Promise<void> {
    try {
      let more = true;
      while (more && !isStopped) {
        const result = await store.cleanUp();
        more = result.more && result.deleted > 0;
        for (const failure of more ? [] : (result.failures ?? [])) report(failure);
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
