import type { MaybePromise } from '../async/maybe-promise.js';

/**
 * The answer of a store to a claim.
 * - `'acquired'`: the event id is yours until the lease ends.
 * - `'done'`: it was committed before.
 * - `{ busyForMs }`: another owner holds it, for at most this number of milliseconds.
 */
export type Claim = 'acquired' | 'done' | { readonly busyForMs: number };

/**
 * Remembers which event ids are being processed and which are done. Each operation must be atomic: of any number of
 * concurrent claims of one key, one acquires. A rejected promise means that the store could not tell; the delivery is
 * then answered 503 and no handler runs.
 *
 * The lease (how long a claim outlives a silent owner) and the retention (how long a done id is remembered) are two
 * different times. Only the owner of a live claim may extend, commit or release it.
 *
 * The reply to an operation may be lost after the store has done it. So an owner may repeat each operation, and gets the
 * answer that was lost.
 */
export interface DedupeStore {
  /**
   * Takes the key for `owner` when it is neither done nor under a live claim of another owner. An expired claim is free.
   * A live claim of the same owner is acquired again, with the lease renewed.
   */
  claim(key: string, owner: string, leaseMs: number): MaybePromise<Claim>;
  /** Renews the lease from now. False: the lease was lost, to its end or to another owner. */
  extend(key: string, owner: string, leaseMs: number): MaybePromise<boolean>;
  /**
   * Marks the key done for `retentionMs` and ends the claim. True also when this owner has committed the key before, and
   * nobody has claimed it since. False: the lease was lost, and nothing was changed.
   */
  commit(key: string, owner: string, retentionMs: number): MaybePromise<boolean>;
  /**
   * Ends the claim and forgets the key, so that the next delivery runs. True when the key is free of this owner's claim:
   * released now, or before. False: another owner holds it, or it is done.
   */
  release(key: string, owner: string): MaybePromise<boolean>;
}
