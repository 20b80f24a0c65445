import { ignorePromise } from '../async/ignore-promise.js';
import type { DedupeStore } from './dedupe-store.js';

const OPERATIONS = ['claim', 'extend', 'commit', 'release'] as const;

/**
 * Returns the store when it has the four operations of a {@link DedupeStore}.
 *
 * @throws TypeError naming the option and the first operation that is missing.
 */
export function checkDedupeStore(
  store: DedupeStore | undefined,
  option: string,
  fix: string,
): DedupeStore {
  const missing = OPERATIONS.find((operation) => typeof store?.[operation] !== 'function');
  if (store && missing === undefined) return store;
  ignorePromise(store);
  throw new TypeError(`${option}: expected a DedupeStore, but ${missing} is missing. ${fix}`);
}
