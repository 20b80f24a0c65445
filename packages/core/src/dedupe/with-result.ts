import type { Claim, DedupeStore } from './dedupe-store.js';

/**
 * A store for one claim of an event that takes the key of its result as well: both are held, or none is. The result
 * is committed first, so that a crash in between leaves it done and the event's own key to its lease: whatever comes
 * next, by webhook or by poll, is a duplicate.
 */
export function withResult(store: DedupeStore, eventKey: string, resultKey: string): DedupeStore {
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
        if (result !== 'acquired') await quietly(() => store.release(key, owner));
      }
    },
    async extend(key, owner, leaseMs) {
      return (await store.extend(resultKey, owner, leaseMs)) && store.extend(key, owner, leaseMs);
    },
    // Called again after a failure: a result that is done is not committed a second time, which a store may refuse.
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

/** For what a lease sets right on its own. */
export async function quietly(operation: () => unknown): Promise<void> {
  try {
    await operation();
  } catch {
    // Its lease ends.
  }
}
