import { type DedupeStore, type MemoryStore, memoryStore } from '@screening-webhooks/core';
import type { StoreFlaw } from '../src/index.js';

type Now = () => number;

/** The operations that replace those of a correct store, which runs on the clock of the test. */
type Replace = (store: MemoryStore, now: Now) => Partial<DedupeStore>;

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An operation that ignores its owner argument, and acts for the owner of the claim. */
const ignoringOwner =
  (operation: 'extend' | 'commit' | 'release'): Replace =>
  (store) => {
    const holders = new Map<string, string>();
    const holder = (key: string, owner: string): string => holders.get(key) ?? owner;
    const ignoring: DedupeStore = {
      claim(key, owner, lease) {
        const claim = store.claim(key, owner, lease);
        if (claim === 'acquired') holders.set(key, owner);
        return claim;
      },
      extend: (key, owner, lease) => store.extend(key, holder(key, owner), lease),
      commit: (key, owner, ms) => store.commit(key, holder(key, owner), ms),
      release: (key, owner) => store.release(key, holder(key, owner)),
    };
    return { claim: ignoring.claim, [operation]: ignoring[operation] };
  };

/** A store that replaces each key. */
function byKey(store: MemoryStore, other: (key: string) => string): DedupeStore {
  return {
    claim: (key, owner, lease) => store.claim(other(key), owner, lease),
    extend: (key, owner, lease) => store.extend(other(key), owner, lease),
    commit: (key, owner, ms) => store.commit(other(key), owner, ms),
    release: (key, owner) => store.release(other(key), owner),
  };
}

const locked = new Set<string>();

/** Locks the row of a key in all stores of this file, as another connection does. */
export async function lockRow(key: string): Promise<() => void> {
  locked.add(key);
  return () => locked.delete(key);
}

function isLocked(key: string): boolean {
  return locked.has(key);
}

/** A store in a table that refuses locked rows. */
function withLocks(store: DedupeStore): DedupeStore {
  const checked = (key: string): string => {
    if (isLocked(key)) throw new Error('canceled by a lock timeout');
    return key;
  };
  return {
    claim: async (key, owner, lease) => store.claim(checked(key), owner, lease),
    extend: async (key, owner, lease) => store.extend(checked(key), owner, lease),
    commit: async (key, owner, ms) => store.commit(checked(key), owner, ms),
    release: async (key, owner) => store.release(checked(key), owner),
  };
}

const flaws: Readonly<Record<StoreFlaw, Replace>> = {
  'check-then-insert': (store) => {
    const open = new Set<string>();
    return {
      async claim(key, owner, lease) {
        // Reads, waits for the database, and inserts: claims in between have read a free key.
        const first = store.claim(key, owner, lease);
        if (first === 'acquired') open.add(key);
        const seenFree = open.has(key);
        await tick();
        open.delete(key);
        return seenFree ? 'acquired' : first;
      },
    };
  },
  'busy-for-its-owner': (store) => ({
    claim(key, owner, lease) {
      const claim = store.claim(key, 'anyone', lease);
      if (claim !== 'acquired') return claim;
      store.release(key, 'anyone');
      return store.claim(key, owner, lease);
    },
  }),
  'reclaim-keeps-the-lease': (store, now) => {
    const ends = new Map<string, number>();
    return {
      claim(key, owner, lease) {
        const left = (ends.get(`${key} ${owner}`) ?? 0) - now();
        if (left > 0 && store.extend(key, owner, left)) return 'acquired';
        const claim = store.claim(key, owner, lease);
        if (claim === 'acquired') ends.set(`${key} ${owner}`, now() + lease);
        return claim;
      },
    };
  },
  'one-lock-for-all-keys': (store) => byKey(store, (key) => key.split(':').slice(0, 2).join(':')),
  'cuts-long-keys': (store) => byKey(store, (key) => key.slice(0, 255)),
  'refuses-long-keys': (store) =>
    byKey(store, (key) => {
      if (key.length > 2704) throw new Error('index row size exceeds maximum');
      return key;
    }),
  'claims-in-groups': (store) => {
    let group: string[] = [];
    const together = async <Answer>(key: string, act: () => Answer): Promise<Answer> => {
      const members = group;
      members.push(key);
      await tick();
      group = [];
      if (members.some(isLocked)) throw new Error('canceled by a lock timeout');
      return act();
    };
    return {
      claim: (key, owner, lease) => together(key, () => store.claim(key, owner, lease)),
      commit: (key, owner, ms) => together(key, () => store.commit(key, owner, ms)),
    };
  },
  'lease-never-ends': (store) => {
    // The row stays until it is deleted. The owner's lease does end, so its operations fail.
    const taken = new Map<string, string>();
    return {
      claim(key, owner, lease) {
        const claim = store.claim(key, owner, lease);
        if (claim !== 'acquired') return claim;
        if ((taken.get(key) ?? owner) !== owner) {
          store.release(key, owner);
          return { busyForMs: lease };
        }
        taken.set(key, owner);
        return claim;
      },
      commit(key, owner, ms) {
        const committed = store.commit(key, owner, ms);
        if (committed) taken.delete(key);
        return committed;
      },
      release(key, owner) {
        const released = store.release(key, owner);
        if (released) taken.delete(key);
        return released;
      },
    };
  },
  'extend-does-nothing': (store, now) => {
    const leases = new Map<string, number>();
    return {
      claim(key, owner, lease) {
        const claim = store.claim(key, owner, lease);
        if (claim === 'acquired') leases.set(`${key} ${owner}`, now() + lease);
        return claim;
      },
      extend: (key, owner) => {
        const left = (leases.get(`${key} ${owner}`) ?? 0) - now();
        return left > 0 && store.extend(key, owner, left);
      },
    };
  },
  'anyone-extends': ignoringOwner('extend'),
  'anyone-commits': ignoringOwner('commit'),
  'anyone-releases': ignoringOwner('release'),
  'stale-owner-acts': (store) => {
    const last = new Map<string, string>();
    return {
      claim(key, owner, lease) {
        const claim = store.claim(key, owner, lease);
        if (claim === 'acquired') last.set(key, owner);
        return claim;
      },
      // Checks the owner, but not the end of the lease.
      commit(key, owner, ms) {
        if (last.get(key) === owner) store.claim(key, owner, 1);
        return store.commit(key, owner, ms);
      },
    };
  },
  'one-ttl-for-lease-and-retention': (store) => {
    const leases = new Map<string, number>();
    return {
      claim(key, owner, lease) {
        leases.set(key, lease);
        return store.claim(key, owner, lease);
      },
      commit: (key, owner) => store.commit(key, owner, leases.get(key) ?? 0),
    };
  },
  'remembers-forever': (store) => ({ commit: (key, owner) => store.commit(key, owner, 1e12) }),
  'commits-once': (store) => ({
    commit: (key, owner, ms) => store.extend(key, owner, ms) && store.commit(key, owner, ms),
  }),
  'anyone-repeats-a-commit': (store) => ({
    commit(key, owner, ms) {
      // Counts the rows that are done, not the rows that it has changed.
      const claim = store.claim(key, 'anyone', 1);
      if (claim === 'acquired') store.release(key, 'anyone');
      return claim === 'done' || store.commit(key, owner, ms);
    },
  }),
  'stale-owner-repeats-a-commit': (store) => {
    const committed = new Set<string>();
    return {
      commit(key, owner, ms) {
        if (store.commit(key, owner, ms)) committed.add(`${key} ${owner}`);
        return committed.has(`${key} ${owner}`);
      },
    };
  },
  'committer-claims-again': (store) => ({
    claim(key, owner, lease) {
      // Compares the owner before it asks whether the key is done.
      const claim = store.claim(key, owner, lease);
      return claim === 'done' && store.commit(key, owner, lease) ? 'acquired' : claim;
    },
  }),
  'release-waits-for-the-lease': (store) => ({
    release: (key, owner) => store.extend(key, owner, 1000) || store.release(key, owner),
  }),
  'releases-once': (store) => ({
    release: (key, owner) => store.extend(key, owner, 1) && store.release(key, owner),
  }),
  'release-is-always-true': (store) => ({
    release: (key, owner) => store.release(key, owner) || true,
  }),
  'done-can-be-undone': (_store, now) => {
    let store = memoryStore({ now, monotonicNow: now });
    const done = new Map<string, string>();
    return {
      claim: (key, owner, lease) => store.claim(key, owner, lease),
      extend: (key, owner, lease) => store.extend(key, owner, lease),
      commit(key, owner, ms) {
        const committed = store.commit(key, owner, ms);
        if (committed) done.set(key, owner);
        return committed;
      },
      release(key, owner) {
        if (done.get(key) !== owner) return store.release(key, owner);
        store = memoryStore({ now, monotonicNow: now });
        return true;
      },
    };
  },
};

/** Stores with one flaw each, by flaw. */
export const flawedStores = Object.entries(flaws).map(
  ([flaw, replace]) =>
    [
      flaw,
      (now: Now): DedupeStore => {
        const store = memoryStore({ now, monotonicNow: now });
        const flawed = { ...store, ...replace(store, now) };
        // This store checks the locks itself.
        return flaw === 'claims-in-groups' ? flawed : withLocks(flawed);
      },
    ] as const,
);
