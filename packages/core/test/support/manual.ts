import type { DedupeStore, Observation } from '../../src/index.js';
import { memoryStore } from '../../src/index.js';

/** A promise that the test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

export function deferred<T = void>(): Deferred<T> {
  let settle: Omit<Deferred<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error('a promise runs its executor at once');
  return { promise, ...settle };
}

/** A memory store of which single operations can be replaced, and which remembers what it was asked. */
export function faultyStore(faults: Partial<DedupeStore> = {}): DedupeStore & {
  readonly asked: string[];
} {
  const inner: DedupeStore = memoryStore();
  const asked: string[] = [];
  const operation =
    <Name extends keyof DedupeStore>(name: Name) =>
    (...args: never[]) => {
      asked.push(name);
      return Reflect.apply(faults[name] ?? inner[name], undefined, args);
    };
  return {
    asked,
    claim: operation('claim'),
    extend: operation('extend'),
    commit: operation('commit'),
    release: operation('release'),
  };
}

/** An observer that remembers what it saw. */
export function recorder(): {
  readonly seen: Observation[];
  readonly observe: (observation: Observation) => void;
} {
  const seen: Observation[] = [];
  return { seen, observe: (observation) => void seen.push(observation) };
}
