import type { Claim, DedupeStore } from '@screening-webhooks/core';
import fc from 'fast-check';
import { expect } from 'vitest';

/** A store under test, and its clock. */
export interface StoreWithClock {
  readonly store: DedupeStore;
  /** Lets time pass for everything in the store. */
  readonly wait: (ms: number) => Promise<void> | void;
}

interface Operation {
  readonly do: 'claim' | 'extend' | 'commit' | 'release';
  readonly key: string;
  readonly owner: string;
  readonly minutes: number;
  /** The reply is lost, so the owner asks again. */
  readonly lost: boolean;
}

/** Concurrent operations, one for each owner, or a wait. */
type Step = readonly Operation[] | { readonly minutes: number };

interface Entry {
  readonly owner: string;
  readonly done: boolean;
  readonly until: number;
}

type Answer = Claim | boolean;
type Model = ReadonlyMap<string, Entry>;

const MINUTE = 60_000;
// No retention ends: the contract does not say whether a repeated commit restarts it.
const RETENTION = 100_000 * MINUTE;
// The clock of a store keeps running. No machine is so slow that a test takes half of the shortest lease.
const TOLERANCE = MINUTE / 2;

const minutes = fc.integer({ min: 1, max: 9 });
const operationOf = (owner: string): fc.Arbitrary<Operation> =>
  fc.record({
    do: fc.constantFrom('claim' as const, 'claim' as const, 'extend', 'commit', 'release'),
    key: fc.constantFrom('x', 'y'),
    owner: fc.constant(owner),
    minutes,
    lost: fc.boolean(),
  });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(operationOf('a')) },
  { weight: 1, arbitrary: fc.tuple(operationOf('b')) },
  { weight: 2, arbitrary: fc.tuple(operationOf('a'), operationOf('b')) },
  { weight: 1, arbitrary: fc.record({ minutes }) },
);

/**
 * Checks a store against the contract, under random operations of two owners on two keys: concurrent, with lost replies, and
 * with leases that end. The answers to concurrent operations must match some sequential order.
 *
 * @param create Called for each run. Returns a store without entries.
 */
export async function expectStoreMatchesModel(
  create: () => Promise<StoreWithClock> | StoreWithClock,
  numRuns: number,
): Promise<void> {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) =>
    follow(create, steps),
  );
  await fc.assert(property, { numRuns });
}

async function follow(
  create: () => Promise<StoreWithClock> | StoreWithClock,
  steps: readonly Step[],
): Promise<void> {
  const { store, wait } = await create();
  let model: Model = new Map();
  let now = 0;
  for (const each of steps) {
    if ('minutes' in each) {
      await wait(each.minutes * MINUTE);
      now += each.minutes * MINUTE;
      continue;
    }
    const sent = await Promise.all(each.map((one) => send(store, one)));
    const shown = `${JSON.stringify(sent)} of ${JSON.stringify([...model])} at ${now}`;
    const reached = reachedBy(model, sent, now);
    expect(reached, shown).toBeDefined();
    model = reached ?? model;
  }
}

/** The sends of one operation in order, each with its answer. */
type Sent = readonly (Operation & { readonly answer: Answer })[];

async function send(store: DedupeStore, one: Operation): Promise<Sent> {
  const first = { ...one, answer: await ask(store, one) };
  return one.lost ? [first, { ...one, answer: await ask(store, one) }] : [first];
}

/** The state after concurrent operations, or `undefined` if no order explains their answers. */
function reachedBy(model: Model, sent: readonly Sent[], now: number): Model | undefined {
  const waiting = sent.filter(({ length }) => length > 0);
  if (waiting.length === 0) return model;
  for (const one of waiting) {
    const [first, ...rest] = one;
    const next = first && apply(model, first, now);
    if (!first || !next || !isSame(first.answer, next.answer)) continue;
    const others = waiting.filter((other) => other !== one);
    const reached = reachedBy(next.model, [rest, ...others], now);
    if (reached) return reached;
  }
  return undefined;
}

async function ask(
  store: DedupeStore,
  { do: what, key, owner, minutes: time }: Operation,
): Promise<Answer> {
  if (what === 'release') return store.release(key, owner);
  return store[what](key, owner, what === 'commit' ? RETENTION : time * MINUTE);
}

/** Applies an operation by the contract of stores (DESIGN 4.3). */
function apply(
  model: Model,
  { do: what, key, owner, minutes: time }: Operation,
  now: number,
): { readonly model: Model; readonly answer: Answer } {
  const entry = model.get(key);
  const live = entry && entry.until > now ? entry : undefined;
  const isHeld = live?.owner === owner && !live.done;
  const until = now + time * MINUTE;
  const set = (next: Entry) => new Map(model).set(key, next);
  switch (what) {
    case 'claim':
      if (live?.done) return { model, answer: 'done' };
      if (live && !isHeld) return { model, answer: { busyForMs: live.until - now } };
      return { model: set({ owner, done: false, until }), answer: 'acquired' };
    case 'extend':
      return { model: isHeld ? set({ owner, done: false, until }) : model, answer: isHeld };
    case 'commit':
      return {
        model: isHeld ? set({ owner, done: true, until: now + RETENTION }) : model,
        answer: live?.owner === owner,
      };
    case 'release': {
      if (!isHeld) return { model, answer: !live };
      const released = new Map(model);
      released.delete(key);
      return { model: released, answer: true };
    }
  }
}

function isSame(answer: Answer, wanted: Answer): boolean {
  if (typeof answer !== 'object' || typeof wanted !== 'object') return answer === wanted;
  const late = wanted.busyForMs - answer.busyForMs;
  return late >= 0 && late < TOLERANCE;
}
