import { ignoreErrors } from '../async/ignore-errors.js';
import type { Claim, DedupeStore } from './dedupe-store.js';

/**
 * A store for one claim of an event that claims the key of its result as well: both keys are held, or neither. The
 * result is committed first. A crash between the two commits then leaves the result done and the event's own key to
 * its lease, so that the next delivery or poll is a duplicate.
 */
export function claimBothKeys(
  store: DedupeStore,
  eventKey: string,
  resultKey: string,
): DedupeStore {
  if (eventKey === resultKey) return store;
  let resultDone = false;
  return {
    async claim(key, owner, leaseMs) {
      const own = await store.claim(key, owner, leaseMs);
      if (own !== 'acquired') return own;
      let result: Claim | undefined;
      try {
        result = await store.claim(resultKey, owner, leaseMs);
        return result;
      } finally {
        if (result !== 'acquired') await ignoreErrors(() => store.release(key, owner));
      }
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
      try {
        return await store.release(resultKey, owner);
      } finally {
        await store.release(key, owner);
      }
    },
  };
}
