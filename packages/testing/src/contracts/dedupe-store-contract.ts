import type { Claim, DedupeStore, MaybePromise } from '@screening-webhooks/core';
import { type ContractCase, ContractViolation, mustEqual, mustHold } from './contract.js';

/** How the contract reaches a store. */
export interface DedupeStoreHarness {
  /** A store. Every case uses its own keys, so one store may serve all of them. */
  readonly create: () => MaybePromise<DedupeStore>;
  /** Lets this many milliseconds pass for the store: sleeps, or moves its clock. */
  readonly wait: (ms: number) => MaybePromise<void>;
  /**
   * Milliseconds of a lease that a case waits out: the shortest that the store supports. No case expects an operation
   * within it. Default 20.
   */
  readonly lease?: number;
}

/** Possible flaws of a store. */
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

/** A lease or retention that no case waits out, in milliseconds: longer than the slowest machine takes for a case. */
const LONG = 86_400_000;

/** Milliseconds that a case waits for a lease or retention to end. Only ends a hang. */
const END_TIMEOUT = 60_000;

/**
 * What every `DedupeStore` must do, as cases for any test runner. No case depends on the speed of the machine or of the
 * store: leases that must last are long, and the end of a short lease is what the store says, not what a timer says.
 *
 * @example
 * for (const { name, run } of dedupeStoreContract({ create: () => myStore, wait: sleep })) test(name, run);
 */
export function dedupeStoreContract(harness: DedupeStoreHarness): readonly ContractCase[] {
  const { create, wait, lease = 20 } = harness;

  function storeCase(
    name: string,
    catches: readonly StoreFlaw[],
    body: (store: DedupeStore, key: string) => Promise<void>,
  ): ContractCase {
    const run = async (): Promise<void> => body(await create(), `contract:${crypto.randomUUID()}`);
    return { name, catches, run };
  }

  /** Lets a short lease or retention pass, then asks until the store says that it has ended. */
  async function untilEnded(what: string, hasEnded: () => Promise<boolean>): Promise<void> {
    // Longer each time: a store that counts in seconds needs more than one.
    let waited = 0;
    for (let step = lease + 1; waited < END_TIMEOUT; step *= 2) {
      await wait(step);
      waited += step;
      if (await hasEnded()) return;
    }
    throw new ContractViolation(what, `not ended after ${waited} ms`, 'that it ends');
  }

  /**
   * Claims a key for a short lease and acts on the claim. Where the store says that the lease had ended before, the
   * machine was too slow for it: another key, for a longer lease.
   *
   * @returns The key, and the length of the lease.
   */
  async function whileLeased(
    store: DedupeStore,
    key: string,
    what: string,
    act: (key: string) => MaybePromise<boolean>,
  ): Promise<readonly [key: string, ms: number]> {
    for (let ms = lease; ms < LONG; ms *= 4) {
      const leased = `${key}:${ms}`;
      await store.claim(leased, 'a', ms);
      if (await act(leased)) return [leased, ms];
      const claim = await store.claim(leased, 'b', LONG);
      if (claim !== 'acquired') throw new ContractViolation(what, false, true);
    }
    throw new ContractViolation(what, false, true);
  }

  return [
    storeCase('a free key is acquired', [], async (store, key) => {
      mustEqual('claim', await store.claim(key, 'a', LONG), 'acquired');
    }),
    storeCase('a claimed key is busy, for no longer than the lease', [], async (store, key) => {
      await store.claim(key, 'a', LONG);
      const claim = await store.claim(key, 'b', LONG);
      const left = typeof claim === 'object' ? claim.busyForMs : Number.NaN;
      mustHold('0 < busyForMs ≤ lease', left > 0 && left <= LONG, claim);
    }),
    storeCase('its own owner finds it busy too', ['reentrant'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustBeBusy(await store.claim(key, 'a', LONG));
    }),
    storeCase('other keys are free', ['one-lock-for-all-keys'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustEqual('claim', await store.claim(`${key}:other`, 'b', LONG), 'acquired');
    }),
    storeCase(
      'of fifty concurrent claims, one acquires',
      ['check-then-insert'],
      async (store, key) => {
        mustEqual('acquired', await countAcquired(50, store, key), 1);
      },
    ),
    storeCase(
      'of fifty concurrent claims of an expired key, one acquires',
      ['check-then-insert', 'lease-never-ends'],
      async (store, key) => {
        await store.claim(key, 'expired', lease);
        let acquired = 0;
        await untilEnded('the lease', async () => {
          acquired = await countAcquired(50, store, key);
          return acquired > 0;
        });
        mustEqual('acquired', acquired, 1);
      },
    ),
    storeCase('a lease ends by itself', ['lease-never-ends'], async (store, key) => {
      await store.claim(key, 'a', lease);
      await untilEnded('the lease', async () => isAcquired(await store.claim(key, 'b', LONG)));
    }),
    storeCase('extend renews the lease from now', ['extend-does-nothing'], async (store, key) => {
      const [extended, ms] = await whileLeased(store, key, 'extend', (leased) =>
        store.extend(leased, 'a', LONG),
      );
      await wait(ms + 1);
      mustBeBusy(await store.claim(extended, 'b', LONG));
    }),
    storeCase('only the owner extends', ['anyone-extends'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustEqual('extend by another', await store.extend(key, 'b', LONG), false);
    }),
    storeCase('only the owner commits', ['anyone-commits'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustEqual('commit by another', await store.commit(key, 'b', LONG), false);
      mustBeBusy(await store.claim(key, 'c', LONG));
    }),
    storeCase('only the owner releases', ['anyone-releases'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustEqual('release by another', await store.release(key, 'b'), false);
      mustBeBusy(await store.claim(key, 'c', LONG));
    }),
    storeCase(
      'an owner can do nothing to a key whose lease has ended',
      ['stale-owner-acts', 'lease-never-ends'],
      async (store, key) => {
        await store.claim(key, 'a', lease);
        await untilEnded('the lease', async () => !(await store.extend(key, 'a', lease)));
        mustEqual('commit', await store.commit(key, 'a', LONG), false);
        mustEqual('release', await store.release(key, 'a'), false);
        mustEqual('claim', await store.claim(key, 'b', LONG), 'acquired');
      },
    ),
    storeCase(
      'an owner can do nothing to a key that another owner has acquired',
      ['lease-never-ends', 'anyone-extends', 'anyone-commits', 'anyone-releases'],
      async (store, key) => {
        await store.claim(key, 'stale', lease);
        await untilEnded('the lease', async () =>
          isAcquired(await store.claim(key, 'fresh', LONG)),
        );
        mustEqual('extend', await store.extend(key, 'stale', LONG), false);
        mustEqual('release', await store.release(key, 'stale'), false);
        mustEqual('commit', await store.commit(key, 'stale', LONG), false);
        mustEqual('commit by the owner', await store.commit(key, 'fresh', LONG), true);
      },
    ),
    storeCase('a committed key is done', [], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustEqual('commit', await store.commit(key, 'a', LONG), true);
      mustEqual('claim', await store.claim(key, 'b', LONG), 'done');
    }),
    storeCase(
      'a committed key stays done after the lease, for the retention',
      ['one-ttl-for-lease-and-retention'],
      async (store, key) => {
        const [committed, ms] = await whileLeased(store, key, 'commit', (leased) =>
          store.commit(leased, 'a', LONG),
        );
        await wait(ms + 1);
        mustEqual('claim', await store.claim(committed, 'b', LONG), 'done');
      },
    ),
    storeCase(
      'a committed key is free when the retention has ended',
      ['remembers-forever', 'one-ttl-for-lease-and-retention'],
      async (store, key) => {
        await store.claim(key, 'a', LONG);
        await store.commit(key, 'a', lease);
        await untilEnded('the retention', async () =>
          isAcquired(await store.claim(key, 'b', LONG)),
        );
      },
    ),
    storeCase('done cannot be undone', ['done-can-be-undone'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      await store.commit(key, 'a', LONG);
      mustEqual('extend', await store.extend(key, 'a', LONG), false);
      mustEqual('release', await store.release(key, 'a'), false);
      mustEqual('claim', await store.claim(key, 'b', LONG), 'done');
    }),
    storeCase(
      'a released key is free at once, and not done',
      ['release-waits-for-the-lease'],
      async (store, key) => {
        await store.claim(key, 'a', LONG);
        mustEqual('release', await store.release(key, 'a'), true);
        mustEqual('claim', await store.claim(key, 'b', LONG), 'acquired');
      },
    ),
  ];
}

function isAcquired(claim: Claim): boolean {
  return claim === 'acquired';
}

function mustBeBusy(claim: Claim): void {
  mustHold('busy', typeof claim === 'object', claim);
}

async function countAcquired(count: number, store: DedupeStore, key: string): Promise<number> {
  const owners = Array.from({ length: count }, (_, index) => `owner-${index}`);
  const claims = await Promise.all(owners.map(async (owner) => store.claim(key, owner, LONG)));
  return claims.filter(isAcquired).length;
}
