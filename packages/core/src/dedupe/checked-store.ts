import { ignoreNestedPromises, ignorePromise } from '../async/maybe-promise.js';
import type { Claim, DedupeStore } from './dedupe-store.js';

/** A {@link DedupeStore} that is asynchronous throughout: it rejects with what the store throws. */
export type CheckedStore = {
  readonly [Operation in keyof DedupeStore]: (
    ...args: Parameters<DedupeStore[Operation]>
  ) => Promise<Awaited<ReturnType<DedupeStore[Operation]>>>;
};

const OPERATIONS = ['claim', 'extend', 'commit', 'release'] as const;

/**
 * Returns the store when it has the four operations of a {@link DedupeStore}.
 *
 * @throws TypeError naming the option and the first operation that is missing.
 */
export function checkDedupeStore(
  store: DedupeStore | undefined,
  option: string,
  fix: string,
): DedupeStore {
  const missing = OPERATIONS.find((operation) => typeof store?.[operation] !== 'function');
  if (store && missing === undefined) return store;
  ignorePromise(store);
  throw new TypeError(`${option}: expected a DedupeStore, but ${missing} is missing. ${fix}`);
}

/**
 * A store whose answers are checked. An answer that is not one of {@link DedupeStore} is an error of the store, never
 * taken for a claim: `true` or `'OK'` could mean anything.
 */
export function checkedStore(store: DedupeStore): CheckedStore {
  return {
    claim: async (key, owner, leaseMs) => readClaim(await store.claim(key, owner, leaseMs)),
    extend: async (key, owner, leaseMs) => readBoolean(await store.extend(key, owner, leaseMs)),
    commit: async (key, owner, retentionMs) =>
      readBoolean(await store.commit(key, owner, retentionMs)),
    release: async (key, owner) => readReleased(await store.release(key, owner)),
  };
}

function readClaim(answer: unknown): Claim {
  if (answer === 'acquired' || answer === 'done') return answer;
  ignoreNestedPromises(answer);
  const busyForMs =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'busyForMs') : undefined;
  if (typeof busyForMs === 'number' && busyForMs >= 0 && busyForMs < Infinity) return { busyForMs };
  throw new TypeError(
    "The dedupe store gave no valid answer to claim. Expected 'acquired', 'done' or { busyForMs } with a finite number.",
  );
}

function readBoolean(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer;
  ignoreNestedPromises(answer);
  throw new TypeError('The dedupe store gave no valid answer. Expected true or false.');
}

// Nothing depends on it: a claim that was not released ends with its lease.
function readReleased(answer: unknown): boolean {
  ignoreNestedPromises(answer);
  return answer === true;
}
