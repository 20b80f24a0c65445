import type { DedupeStore, MaybePromise } from '@screening-webhooks/core';
import { type ContractCase, mustEqual, mustHold } from './contract.js';

/** How the contract gets at a store. */
export interface DedupeStoreHarness {
  /** A store; cases use keys of their own, so one store may serve all of them. */
  readonly create: () => MaybePromise<DedupeStore>;
  /** Lets so many milliseconds pass for the store: sleeps, or moves its clock. */
  readonly wait: (ms: number) => MaybePromise<void>;
  /** Milliseconds that leases last here: long enough to do ten operations in. Default 250. */
  readonly lease?: number;
}

/** What can be wrong with a store. */
export type StoreFlaw =
  | 'check-then-insert'
  | 'reentrant'
  | 'one-lock-for-all-keys'
  | 'lease-never-ends'
  | 'extend-does-nothing'
  | 'anyone-extends'
  | 'anyone-commits'
  | 'anyone-releases'
  | 'stale-owner-acts'
  | 'one-ttl-for-lease-and-retention'
  | 'remembers-forever'
  | 'release-waits-for-the-lease'
  | 'done-can-be-undone';

/**
 * What every `DedupeStore` must do, as cases for any test runner.
 *
 * @example
 * for (const { name, run } of dedupeStoreContract({ create: () => myStore, wait: sleep })) test(name, run);
 */
export function dedupeStoreContract(harness: DedupeStoreHarness): readonly ContractCase[] {
  const { create, wait, lease = 250 } = harness;
  const retention = lease * 4;

  function storeCase(
    name: string,
    catches: readonly StoreFlaw[],
    body: (store: DedupeStore, key: string) => Promise<void>,
  ): ContractCase {
    const run = async (): Promise<void> => body(await create(), `contract:${crypto.randomUUID()}`);
    return { name, catches, run };
  }

  return [
    storeCase('a free key is acquired', [], async (store, key) => {
      mustEqual('claim', await store.claim(key, 'a', lease), 'acquired');
    }),
    storeCase('a claimed key is busy, for no longer than the lease', [], async (store, key) => {
      await store.claim(key, 'a', lease);
      const claim = await store.claim(key, 'b', lease);
      const left = typeof claim === 'object' ? claim.busyForMs : Number.NaN;
      mustHold('0 < busyForMs ≤ lease', left > 0 && left <= lease, claim);
    }),
    storeCase('its own owner finds it busy too', ['reentrant'], async (store, key) => {
      await store.claim(key, 'a', lease);
      const claim = await store.claim(key, 'a', lease);
      mustHold('busy', typeof claim === 'object', claim);
    }),
    storeCase('other keys are free', ['one-lock-for-all-keys'], async (store, key) => {
      await store.claim(key, 'a', lease);
      mustEqual('claim', await store.claim(`${key}:other`, 'b', lease), 'acquired');
    }),
    storeCase(
      'of fifty concurrent claims, one acquires',
      ['check-then-insert'],
      async (store, key) => {
        mustEqual('acquired', await acquiredOf(50, store, key, lease), 1);
      },
    ),
    storeCase(
      'of fifty concurrent claims of an expired key, one acquires',
      ['check-then-insert', 'lease-never-ends'],
      async (store, key) => {
        await store.claim(key, 'gone', lease);
        await wait(lease + 1);
        mustEqual('acquired', await acquiredOf(50, store, key, lease), 1);
      },
    ),
    storeCase('a lease ends by itself', ['lease-never-ends'], async (store, key) => {
      await store.claim(key, 'a', lease);
      await wait(lease + 1);
      mustEqual('claim', await store.claim(key, 'b', lease), 'acquired');
    }),
    storeCase('extend renews the lease from now', ['extend-does-nothing'], async (store, key) => {
      await store.claim(key, 'a', lease);
      await wait(lease * 0.6);
      mustEqual('extend', await store.extend(key, 'a', lease), true);
      await wait(lease * 0.6);
      const claim = await store.claim(key, 'b', lease);
      mustHold('still busy', typeof claim === 'object', claim);
    }),
    storeCase('only the owner extends', ['anyone-extends'], async (store, key) => {
      await store.claim(key, 'a', lease);
      mustEqual('extend by another', await store.extend(key, 'b', lease), false);
    }),
    storeCase('only the owner commits', ['anyone-commits'], async (store, key) => {
      await store.claim(key, 'a', lease);
      mustEqual('commit by another', await store.commit(key, 'b', retention), false);
      const claim = await store.claim(key, 'c', lease);
      mustHold('still busy', typeof claim === 'object', claim);
    }),
    storeCase('only the owner releases', ['anyone-releases'], async (store, key) => {
      await store.claim(key, 'a', lease);
      mustEqual('release by another', await store.release(key, 'b'), false);
      const claim = await store.claim(key, 'c', lease);
      mustHold('still busy', typeof claim === 'object', claim);
    }),
    storeCase(
      'nobody may act on a key that is free',
      ['stale-owner-acts', 'lease-never-ends'],
      async (store, key) => {
        await store.claim(key, 'a', lease);
        await wait(lease + 1);
        mustEqual('extend', await store.extend(key, 'a', lease), false);
        mustEqual('commit', await store.commit(key, 'a', retention), false);
        mustEqual('release', await store.release(key, 'a'), false);
        mustEqual('claim', await store.claim(key, 'b', lease), 'acquired');
      },
    ),
    storeCase(
      'an owner whose lease went to another can do nothing to it',
      ['lease-never-ends', 'anyone-extends', 'anyone-commits', 'anyone-releases'],
      async (store, key) => {
        await store.claim(key, 'stale', lease);
        await wait(lease + 1);
        mustEqual('claim', await store.claim(key, 'fresh', lease), 'acquired');
        mustEqual('extend', await store.extend(key, 'stale', lease), false);
        mustEqual('release', await store.release(key, 'stale'), false);
        mustEqual('commit', await store.commit(key, 'stale', retention), false);
        mustEqual('commit by the owner', await store.commit(key, 'fresh', retention), true);
      },
    ),
    storeCase('a committed key is done', [], async (store, key) => {
      await store.claim(key, 'a', lease);
      mustEqual('commit', await store.commit(key, 'a', retention), true);
      mustEqual('claim', await store.claim(key, 'b', lease), 'done');
    }),
    storeCase(
      'done outlasts the lease, by the retention',
      ['one-ttl-for-lease-and-retention'],
      async (store, key) => {
        await store.claim(key, 'a', lease);
        await store.commit(key, 'a', retention);
        await wait(lease + 1);
        mustEqual('claim', await store.claim(key, 'b', lease), 'done');
      },
    ),
    storeCase(
      'done is forgotten when the retention has ended',
      ['remembers-forever'],
      async (store, key) => {
        await store.claim(key, 'a', lease);
        await store.commit(key, 'a', lease);
        await wait(lease + 1);
        mustEqual('claim', await store.claim(key, 'b', lease), 'acquired');
      },
    ),
    storeCase('done cannot be undone', ['done-can-be-undone'], async (store, key) => {
      await store.claim(key, 'a', lease);
      await store.commit(key, 'a', retention);
      mustEqual('extend', await store.extend(key, 'a', lease), false);
      mustEqual('release', await store.release(key, 'a'), false);
      mustEqual('claim', await store.claim(key, 'b', lease), 'done');
    }),
    storeCase(
      'a released key is free at once, and not done',
      ['release-waits-for-the-lease'],
      async (store, key) => {
        await store.claim(key, 'a', lease);
        mustEqual('release', await store.release(key, 'a'), true);
        mustEqual('claim', await store.claim(key, 'b', lease), 'acquired');
      },
    ),
  ];
}

async function acquiredOf(
  count: number,
  store: DedupeStore,
  key: string,
  lease: number,
): Promise<number> {
  const owners = Array.from({ length: count }, (_, index) => `owner-${index}`);
  const claims = await Promise.all(owners.map(async (owner) => store.claim(key, owner, lease)));
  return claims.filter((claim) => claim === 'acquired').length;
}
