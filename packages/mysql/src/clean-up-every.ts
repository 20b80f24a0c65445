import {
  type CleanUpOptions,
  type CleanUpTimer,
  startCleanUp,
} from '@screening-webhooks/core/store-kit';
import type { MysqlStore } from './mysql-store.js';

/**
 * Deletes the expired rows of a store, now and after each `interval`, 500 rows per statement until none is left. The
 * timer does not keep the process alive. Every process may run one.
 *
 * @throws TypeError when an option is malformed.
 * @example
 * const timer = cleanUpEvery(store, { onError: (error) => logger.warn(error) });
 * process.once('SIGTERM', () => timer.stop());
 */
export function cleanUpEvery(
  store: Pick<MysqlStore, 'cleanUp'>,
  options: CleanUpOptions = {},
): CleanUpTimer {
  return startCleanUp(store, options, (error) => {
    process.emitWarning(error instanceof Error ? error : new Error(String(error)));
  });
}
