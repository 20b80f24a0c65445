import { ignoreNestedPromises } from '../async/ignore-promise.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { Claim, DedupeStore } from './dedupe-store.js';

/**
 * A store whose answers are checked. An answer that is not one of {@link DedupeStore} is an error of the store, never
 * taken for a claim: `true` or `'OK'` could mean anything.
 */
export function checkedStore(store: DedupeStore): DedupeStore {
  return {
    claim: (key, owner, leaseMs) => checked(store.claim(key, owner, leaseMs), readClaim),
    extend: (key, owner, leaseMs) => checked(store.extend(key, owner, leaseMs), readBoolean),
    commit: (key, owner, retentionMs) =>
      checked(store.commit(key, owner, retentionMs), readBoolean),
    release: (key, owner) => checked(store.release(key, owner), readReleased),
  };
}

function checked<T>(answer: MaybePromise<T>, read: (answer: unknown) => T): MaybePromise<T> {
  return isPromise(answer) ? awaitAnswer(answer, read) : read(answer);
}

// `await` on a promise does not call a `then` that somebody has replaced.
async function awaitAnswer<T>(answer: Promise<unknown>, read: (answer: unknown) => T): Promise<T> {
  return read(await answer);
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
