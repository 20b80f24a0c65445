import type { Claim, DedupeStore, MaybePromise } from '@screening-webhooks/core';
import { type ContractCase, ContractViolation, mustHold } from './contract.js';

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
  readonly lease?: number | undefined;
  /**
   * Locks the row of a key, which is claimed, as another connection does, until the returned function is called. Without it, the
   * cases of locked rows are left out.
   */
  readonly lock?: ((key: string) => Promise<() => MaybePromise<unknown>>) | undefined;
}

/** Possible flaws of a store. */
export type StoreFlaw =
  | 'check-then-insert'
  | 'busy-for-its-owner'
  | 'reclaim-keeps-the-lease'
  | 'one-lock-for-all-keys'
  | 'cuts-long-keys'
  | 'refuses-long-keys'
  | 'claims-in-groups'
  | 'lease-never-ends'
  | 'extend-does-nothing'
  | 'anyone-extends'
  | 'anyone-commits'
  | 'anyone-releases'
  | 'stale-owner-acts'
  | 'one-ttl-for-lease-and-retention'
  | 'remembers-forever'
  | 'commits-once'
  | 'anyone-repeats-a-commit'
  | 'stale-owner-repeats-a-commit'
  | 'committer-claims-again'
  | 'release-waits-for-the-lease'
  | 'releases-once'
  | 'release-is-always-true'
  | 'done-can-be-undone';

/** A lease or retention that no case waits out, in milliseconds: longer than the slowest machine takes for a case. */
export const LONG = 86_400_000;

/** Milliseconds that a case waits for a lease or retention to end. Only ends a hang. */
const END_TIMEOUT = 60_000;

/** The tools that the cases of a store use, apart from the store itself. */
export interface StoreCaseTools {
  /** A case with a key of its own. */
  readonly storeCase: (
    name: string,
    catches: readonly StoreFlaw[],
    body: (store: DedupeStore, key: string) => Promise<void>,
  ) => ContractCase;
  readonly wait: DedupeStoreHarness['wait'];
  /** Milliseconds of the shortest lease. */
  readonly lease: number;
  /** Lets a short lease or retention pass, then asks until the store says that it has ended. */
  readonly untilEnded: (what: string, hasEnded: () => Promise<boolean>) => Promise<void>;
  /**
   * Claims a key for a short lease and acts on the claim. Where the store says that the lease had ended before, the
   * machine was too slow for it: another key, for a longer lease.
   *
   * @returns The key, and the length of the lease.
   */
  readonly whileLeased: (
    store: DedupeStore,
    key: string,
    what: string,
    act: (key: string) => MaybePromise<boolean>,
  ) => Promise<readonly [key: string, ms: number]>;
}

/** The tools for the stores of a harness. */
export function storeCaseTools({ create, wait, lease = 20 }: DedupeStoreHarness): StoreCaseTools {
  return {
    wait,
    lease,
    storeCase(name, catches, body) {
      const run = async (): Promise<void> =>
        body(await create(), `contract:${crypto.randomUUID()}`);
      return { name, catches, run };
    },
    async untilEnded(what, hasEnded) {
      // Longer each time: a store that counts in seconds needs more than one.
      let waited = 0;
      for (let step = lease + 1; waited < END_TIMEOUT; step *= 2) {
        await wait(step);
        waited += step;
        if (await hasEnded()) return;
      }
      throw new ContractViolation(what, `not ended after ${waited} ms`, 'that it ends');
    },
    async whileLeased(store, key, what, act) {
      for (let ms = lease; ms < LONG; ms *= 4) {
        const leased = `${key}:${ms}`;
        await store.claim(leased, 'a', ms);
        if (await act(leased)) return [leased, ms];
        const claim = await store.claim(leased, 'b', LONG);
        if (claim !== 'acquired') throw new ContractViolation(what, false, true);
      }
      throw new ContractViolation(what, false, true);
    },
  };
}

export function isAcquired(claim: Claim): boolean {
  return claim === 'acquired';
}

export function mustBeBusy(claim: Claim): void {
  mustHold('busy', typeof claim === 'object', claim);
}
