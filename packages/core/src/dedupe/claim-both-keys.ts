import { ignoreErrors } from '../async/maybe-promise.js';
import type { CheckedStore } from './checked-store.js';

/**
 * A store for one claim of an event that claims the key of its result as well: both keys are held, or neither. The
 * result is committed first. A crash between the two commits then leaves the result done and the event's own key to
 * its lease, so that the next delivery or poll is a duplicate.
 */
export function claimBothKeys(
  store: CheckedStore,
  eventKey: string,
  resultKey: string,
): CheckedStore {
  if (eventKey === resultKey) return store;
  let resultDone = false;
  return {
    async claim(key, owner, leaseMs) {
      const own = await store.claim(key, owner, leaseMs);
      if (own !== 'acquired') return own;
      // If it rejects, either key may be held, and the caller releases both.
      const result = await store.claim(resultKey, owner, leaseMs);
      if (result !== 'acquired') await ignoreErrors(() => store.release(key, owner));
      return result;
    },
    async extend(key, owner, leaseMs) {
      return (await store.extend(resultKey, owner, leaseMs)) && store.extend(key, owner, leaseMs);
    },
    // Called again after a failure: a store may refuse to commit a result that is done already.
    async commit(key, owner, retentionMs) {
      resultDone ||= await store.commit(resultKey, owner, retentionMs);
      return resultDone && store.commit(key, owner, retentionMs);
    },
    async release(key, owner) {
      const keys = [resultKey, key];
      const released = await Promise.all(keys.map((each) => store.release(each, owner)));
      return released.every(Boolean);
    },
  };
}
