import { afterEach, beforeEach, vi } from 'vitest';
import {
  type DedupeStore,
  type EventEnvelope,
  type Handler,
  memoryStore,
  type Observation,
} from '../../src/index.js';

/** In each test of the file, time moves only in the steps that the test takes. */
export function useFakeTime(config?: Parameters<typeof vi.useFakeTimers>[0]): void {
  beforeEach(() => void vi.useFakeTimers(config));
  afterEach(() => void vi.useRealTimers());
}

/** The timers of a delivery, without the timers of Node and the tests. */
export const TIMERS = ['setTimeout', 'clearTimeout', 'performance'] as const;

/** A function that throws this error. */
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

/** A store that grants everything. */
export const agreeableStore: DedupeStore = {
  claim: () => 'acquired',
  extend: () => true,
  commit: () => true,
  release: () => true,
};

/** A memory store that records its calls. Single operations can be replaced. */
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

/** An observer that records its observations. */
export function recorder(): {
  readonly seen: Observation[];
  readonly observe: (observation: Observation) => void;
} {
  const seen: Observation[] = [];
  return { seen, observe: (observation) => void seen.push(observation) };
}

/** Handlers of every type that keep their signals. They run until `work` ends, by default forever. */
export function keepSignals(work: (event: EventEnvelope) => unknown = never) {
  const signals: AbortSignal[] = [];
  const handler: Handler<EventEnvelope> = (event, { signal }) => {
    signals.push(signal);
    return work(event);
  };
  return { signals, handlers: { '*': handler } };
}
