import { type ContractCase, mustEqual } from './contract.js';
import { type DedupeStoreHarness, LONG, type StoreCaseTools } from './dedupe-store-harness.js';

/** Cases of a row that another connection has locked: only its own key may suffer. */
export function lockCases(
  { storeCase }: StoreCaseTools,
  { lock }: DedupeStoreHarness,
): readonly ContractCase[] {
  if (!lock) return [];
  return [
    storeCase(
      'a locked row costs its own key',
      ['claims-in-groups', 'one-lock-for-all-keys'],
      async (store, key) => {
        await store.claim(key, 'a', LONG);
        const keys = Array.from({ length: 40 }, (_, index) => `${key}:${index}`);
        const unlock = await lock(key);
        // One before, which a store may wait for, and the others beside the claim of the locked key.
        const claiming = [keys[0] ?? key, key, ...keys.slice(1)].map(async (each) =>
          store.claim(each, 'b', LONG),
        );
        const [first, locked, ...others] = await Promise.allSettled(claiming);
        const answers = [first, ...others].map(
          (each) => each?.status === 'fulfilled' && each.value,
        );
        mustEqual(
          'the other keys',
          answers,
          keys.map(() => 'acquired'),
        );
        mustEqual('the locked key', locked?.status, 'rejected');
        const committing = [key, ...keys].map(async (each) =>
          store.commit(each, each === key ? 'a' : 'b', LONG),
        );
        const [lockedCommit, ...commits] = await Promise.allSettled(committing);
        mustEqual('commit of the locked key', lockedCommit?.status, 'rejected');
        const committed = commits.map((each) => each.status === 'fulfilled' && each.value);
        mustEqual(
          'commits of the other keys',
          committed,
          keys.map(() => true),
        );
        await unlock();
        mustEqual('commit', await store.commit(key, 'a', LONG), true);
      },
    ),
  ];
}
