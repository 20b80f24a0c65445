import { checkNames, checkOptions, readClock } from '../options/check-options.js';
import type { Claim, DedupeStore } from './dedupe-store.js';
import { DoneKeys } from './done-keys.js';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** The largest number of done ids that are kept. The newest half is never forgotten early. Default 100,000. */
  readonly maxEntries?: number | undefined;
  /** The wall clock, in milliseconds since the epoch: retention goes by it. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** A clock that never steps, in milliseconds: leases go by it. Default `performance.now`. */
  readonly monotonicNow?: (() => number) | undefined;
}

/** A {@link DedupeStore} whose operations are synchronous. */
export interface MemoryStore extends DedupeStore {
  claim(key: string, owner: string, leaseMs: number): Claim;
  extend(key: string, owner: string, leaseMs: number): boolean;
  commit(key: string, owner: string, retentionMs: number): boolean;
  release(key: string, owner: string): boolean;
}

interface Lease {
  readonly owner: string;
  /** By the monotonic clock: a step of the wall clock must not end a lease, or keep it. */
  readonly endsAt: number;
}

const MAX_ENTRIES = 100_000;
// Who has committed is asked right after the commit, if at all: no need to keep it for as long as the id.
const MAX_COMMITTERS = 2000;

/**
 * A {@link DedupeStore} in the memory of this process: for a single process, for tests and for a first deployment.
 *
 * It does not survive a restart, and processes or edge isolates do not share it: an event that is delivered again may
 * then run again. It is bounded: a done id is forgotten when its retention ends, or earlier, when more than
 * `maxEntries / 2` others were done after it. Live claims are never dropped; when `maxEntries` of them are held at once,
 * `claim` throws. A commit can be repeated until 1,000 others were made after it.
 *
 * @throws TypeError for an unknown option, or when `maxEntries` is not a whole number of at least 1.
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  checkOptions(options, 'memoryStore({ maxEntries })');
  // Stryker disable next-line BooleanLiteral: only the names are read.
  checkNames(options, { maxEntries: true, now: true, monotonicNow: true }, 'memoryStore');
  const { maxEntries = MAX_ENTRIES, now = Date.now, monotonicNow = steadyNow } = options;
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) {
    throw new TypeError(
      `maxEntries: expected a whole number of at least 1, got ${String(maxEntries)}. An id takes about 100 bytes with its key.`,
    );
  }
  return storeInMemory(maxEntries, now, monotonicNow);
}

/** `memoryStore({ now })` without the checks of its options: the default of a receiver, which has checked `now`. */
export function defaultStore({ now }: { readonly now: () => number }): MemoryStore {
  return storeInMemory(MAX_ENTRIES, now, steadyNow);
}

function storeInMemory(
  maxEntries: number,
  now: () => number,
  monotonicNow: () => number,
): MemoryStore {
  const leases = new Map<string, Lease>();
  const doneUntil = new DoneKeys<number>(maxEntries);
  const committers = new DoneKeys<string>(MAX_COMMITTERS);
  // Retention counts from the first commit: small integers, which a Map holds without boxing, for the first weeks.
  let startedAt: number | undefined;

  function wallTime(): number {
    const time = Math.floor(readClock(now));
    startedAt ??= time;
    return time - startedAt;
  }

  function leaseTime(): number {
    return readClock(monotonicNow, 'monotonicNow()');
  }

  function liveLease(key: string, time: number): Lease | undefined {
    const lease = leases.get(key);
    return lease !== undefined && lease.endsAt > time ? lease : undefined;
  }

  function isDone(key: string): boolean {
    const endsAt = doneUntil.get(key);
    return endsAt !== undefined && endsAt > wallTime();
  }

  function makeRoom(time: number): void {
    if (leases.size < maxEntries) return;
    for (const [key, { endsAt }] of leases) if (endsAt <= time) leases.delete(key);
    if (leases.size < maxEntries) return;
    throw new Error(
      `memoryStore: ${leases.size} events are being processed at once, as many as maxEntries allows. Raise maxEntries, or find the handlers that do not return.`,
    );
  }

  return {
    claim(key, owner, leaseMs) {
      if (isDone(key)) return 'done';
      const time = leaseTime();
      const lease = leases.get(key);
      if (lease && lease.endsAt > time && lease.owner !== owner) {
        return { busyForMs: lease.endsAt - time };
      }
      if (!lease) makeRoom(time);
      leases.set(key, { owner, endsAt: time + leaseMs });
      return 'acquired';
    },
    extend(key, owner, leaseMs) {
      const time = leaseTime();
      if (liveLease(key, time)?.owner !== owner) return false;
      leases.set(key, { owner, endsAt: time + leaseMs });
      return true;
    },
    commit(key, owner, retentionMs) {
      const lease = liveLease(key, leaseTime());
      if (!lease) return committers.get(key) === owner && isDone(key);
      if (lease.owner !== owner) return false;
      doneUntil.set(key, wallTime() + retentionMs);
      committers.set(key, owner);
      leases.delete(key);
      return true;
    },
    release(key, owner) {
      const lease = liveLease(key, leaseTime());
      if (!lease) return !isDone(key);
      return lease.owner === owner && leases.delete(key);
    },
  };
}

// Not the function itself: fake timers replace it after this module was loaded.
function steadyNow(): number {
  return performance.now();
}
