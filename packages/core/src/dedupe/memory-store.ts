import type { Claim, DedupeStore } from './dedupe-store.js';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** How many ids are remembered; past that, the oldest done id is forgotten. Default 100,000. */
  readonly maxEntries?: number;
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/** A {@link DedupeStore} that answers at once: nothing to await, nothing that can be down. */
export interface MemoryStore extends DedupeStore {
  claim(key: string, owner: string, leaseMs: number): Claim;
  extend(key: string, owner: string, leaseMs: number): boolean;
  commit(key: string, owner: string, retentionMs: number): boolean;
  release(key: string, owner: string): boolean;
}

interface Lease {
  readonly owner: string;
  readonly endsAt: number;
}

/**
 * A {@link DedupeStore} in this process's memory: right for one process, for tests and for a first deployment.
 *
 * It does not survive a restart and is not shared between processes or edge isolates: there, an event that is delivered
 * again may run again. It is bounded: done ids are forgotten when their retention ends, or earlier, oldest first, at
 * `maxEntries`. Live claims are never dropped; when they alone fill the store, `claim` throws.
 *
 * @throws TypeError when `maxEntries` is not a whole number of at least 1.
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const { maxEntries = 100_000, now = Date.now } = options;
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) {
    throw new TypeError(
      `maxEntries: expected a whole number of at least 1, got ${String(maxEntries)}. An id takes about 240 bytes with its key.`,
    );
  }
  // Both maps keep insertion order, and entries are re-inserted when renewed: the head is what ends first.
  const leases = new Map<string, Lease>();
  const doneUntil = new Map<string, number>();

  function ownLease(key: string, owner: string): Lease | undefined {
    const lease = leases.get(key);
    return lease && lease.owner === owner && lease.endsAt > now() ? lease : undefined;
  }

  function hold(key: string, owner: string, leaseMs: number): void {
    leases.delete(key);
    leases.set(key, { owner, endsAt: now() + leaseMs });
  }

  function dropExpired(): void {
    for (const [key, endsAt] of doneUntil) {
      if (endsAt > now()) break;
      doneUntil.delete(key);
    }
    for (const [key, lease] of leases) {
      if (lease.endsAt > now()) break;
      leases.delete(key);
    }
  }

  function makeRoom(): void {
    dropExpired();
    for (const key of doneUntil.keys()) {
      if (leases.size + doneUntil.size < maxEntries) return;
      doneUntil.delete(key);
    }
    if (leases.size >= maxEntries) {
      throw new Error(
        `memoryStore: ${leases.size} events are being processed at once, as many as maxEntries allows. Raise maxEntries, or find the handlers that do not return.`,
      );
    }
  }

  return {
    claim(key, owner, leaseMs) {
      if ((doneUntil.get(key) ?? 0) > now()) return 'done';
      doneUntil.delete(key);
      const lease = leases.get(key);
      if (lease && lease.endsAt > now()) return { busyForMs: lease.endsAt - now() };
      leases.delete(key);
      makeRoom();
      hold(key, owner, leaseMs);
      return 'acquired';
    },
    extend(key, owner, leaseMs) {
      if (!ownLease(key, owner)) return false;
      hold(key, owner, leaseMs);
      return true;
    },
    commit(key, owner, retentionMs) {
      if (!ownLease(key, owner)) return false;
      leases.delete(key);
      doneUntil.delete(key);
      doneUntil.set(key, now() + retentionMs);
      return true;
    },
    release(key, owner) {
      return ownLease(key, owner) ? leases.delete(key) : false;
    },
  };
}
