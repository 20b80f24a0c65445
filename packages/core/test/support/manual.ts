import { afterEach, beforeEach, vi } from 'vitest';
import {
  type DedupeStore,
  type EventEnvelope,
  type Handler,
  memoryStore,
  type Observation,
} from '../../src/index.js';

/** Time stands still in each test of the file, but for the steps that it makes. */
export function useFakeTime(config?: Parameters<typeof vi.useFakeTimers>[0]): void {
  beforeEach(() => void vi.useFakeTimers(config));
  afterEach(() => void vi.useRealTimers());
}

/** All that a delivery waits by, without what Node and the tests wait by. */
export const TIMERS = ['setTimeout', 'clearTimeout', 'performance'] as const;

/** Throws this error, whatever it is called as. */
export const throwing = (error: unknown) => (): never => {
  throw error;
};

/** Work that never ends. */
export const never = <T>(): Promise<T> => new Promise(() => {});

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

/** A store that agrees to everything. */
export const agreeableStore: DedupeStore = {
  claim: () => 'acquired',
  extend: () => true,
  commit: () => true,
  release: () => true,
};

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

/** Handlers of every type that keep their signals. They are at work until `work` ends, by default for ever. */
export function keepSignals(work: (event: EventEnvelope) => unknown = never) {
  const signals: AbortSignal[] = [];
  const handler: Handler<EventEnvelope> = (event, { signal }) => {
    signals.push(signal);
    return work(event);
  };
  return { signals, handlers: { '*': handler } };
}
