import { expectStoreMatchesModel } from 'screening-webhooks-test-support/store-model';
import { beforeEach, describe, expect, it } from 'vitest';
import { type MemoryStore, memoryStore } from '../../src/index.js';

let clock = 0;
const now = (): number => clock;
beforeEach(() => {
  clock = 1_000_000;
});

describe('claim', () => {
  it('is acquired by one owner; others are told how long it may take', () => {
    const store = memoryStore({ now, monotonicNow: now });
    expect(store.claim('k', 'a', 1000)).toBe('acquired');
    clock += 400;
    expect(store.claim('k', 'b', 1000)).toEqual({ busyForMs: 600 });
    expect(store.claim('other', 'b', 1000)).toBe('acquired');
  });

  it('is acquired again by its owner, with the lease renewed', () => {
    const store = memoryStore({ now, monotonicNow: now });
    store.claim('k', 'a', 1000);
    clock += 400;
    expect(store.claim('k', 'a', 1000)).toBe('acquired');
    expect(store.claim('k', 'b', 1000)).toEqual({ busyForMs: 1000 });
  });

  it('is free again when the lease has ended, to the millisecond', () => {
    const store = memoryStore({ now, monotonicNow: now });
    store.claim('k', 'a', 1000);
    clock += 999;
    expect(store.claim('k', 'b', 1000)).toEqual({ busyForMs: 1 });
    clock += 1;
    expect(store.claim('k', 'b', 1000)).toBe('acquired');
  });

  it('invariant 10: says done until the retention has ended, which is not the lease', () => {
    const store = memoryStore({ now, monotonicNow: now });
    store.claim('k', 'a', 1000);
    store.commit('k', 'a', 50_000);
    clock += 49_999;
    expect(store.claim('k', 'b', 1000)).toBe('done');
    clock += 1;
    expect(store.claim('k', 'b', 1000)).toBe('acquired');
  });
});

describe('the owner of a live claim, and nobody else, may', () => {
  const operations = {
    extend: (store: MemoryStore, owner: string) => store.extend('k', owner, 1000),
    commit: (store: MemoryStore, owner: string) => store.commit('k', owner, 1000),
    release: (store: MemoryStore, owner: string) => store.release('k', owner),
  };
  it.each(Object.entries(operations))('%s', (name, operation) => {
    const store = memoryStore({ now, monotonicNow: now });
    // A free key is free of every owner's claim.
    const whenFree = name === 'release';
    expect(operation(store, 'a')).toBe(whenFree);
    store.claim('k', 'a', 1000);
    expect(operation(store, 'b')).toBe(false);
    clock += 1000;
    expect(operation(store, 'a')).toBe(whenFree);
    store.claim('k', 'b', 1000);
    expect(operation(store, 'a')).toBe(false);
    expect(store.claim('k', 'c', 1000)).toEqual({ busyForMs: 1000 });
    expect(operation(store, 'b')).toBe(true);
  });
});

it('extend renews from now', () => {
  const store = memoryStore({ now, monotonicNow: now });
  store.claim('k', 'a', 1000);
  clock += 900;
  expect(store.extend('k', 'a', 1000)).toBe(true);
  clock += 900;
  expect(store.claim('k', 'b', 1000)).toEqual({ busyForMs: 100 });
});

it('repeats a commit for its owner, and for nobody else', () => {
  const store = memoryStore({ now, monotonicNow: now });
  store.claim('k', 'a', 1000);
  store.commit('k', 'a', 5000);
  clock += 2000;
  expect(store.commit('k', 'a', 5000)).toBe(true);
  expect(store.commit('k', 'b', 5000)).toBe(false);
  clock += 3000;
  expect(store.commit('k', 'a', 5000)).toBe(false);
});

describe('bounds', () => {
  it('repeats a commit until a thousand others were made after it', () => {
    const store = memoryStore({ now, monotonicNow: now });
    const keys = Array.from({ length: 3001 }, (_, index) => `k${index}`);
    const repeated = (key: string): boolean => store.commit(key, 'a', 1_000_000);
    for (const key of keys) {
      store.claim(key, 'a', 1000);
      repeated(key);
    }
    expect(keys.slice(-1001).every(repeated)).toBe(true);
    expect(keys.slice(0, 1000).some(repeated)).toBe(false);
  });

  it('forgets the oldest done ids first, and never a live claim', () => {
    const store = memoryStore({ maxEntries: 3, now, monotonicNow: now });
    store.claim('live', 'a', 1_000_000);
    for (const key of ['one', 'two', 'three', 'four']) {
      store.claim(key, 'a', 1000);
      store.commit(key, 'a', 1_000_000);
    }
    expect(store.claim('live', 'b', 1000)).toEqual({ busyForMs: 1_000_000 });
    expect(store.claim('four', 'b', 1000)).toBe('done');
    expect(store.claim('one', 'b', 1000)).toBe('acquired');
  });

  it('past the size of one map, remembers the newest half and not everything', () => {
    const maxEntries = 100_000;
    const store = memoryStore({ maxEntries, now, monotonicNow: now });
    const keys = Array.from({ length: 3.25 * maxEntries }, (_, index) => `int_1:evt_${index}`);
    for (const key of keys) {
      store.claim(key, 'a', 1000);
      store.commit(key, 'a', 1_000_000);
    }
    const isDone = (key: string): boolean =>
      store.claim(key, 'b', 1000) === 'done' || !store.release(key, 'b');
    // The keys are spread by a hash, so a part of them may be fuller than another by a hundredth or two.
    const newest = keys.slice(-0.47 * maxEntries);
    expect(newest.filter((key) => !isDone(key))).toEqual([]);
    expect(keys.slice(0, -maxEntries * 1.05).filter(isDone)).toEqual([]);
    clock += 1_000_000;
    expect(newest.filter(isDone)).toEqual([]);
  });

  it('throws when live claims alone fill it', () => {
    const store = memoryStore({ maxEntries: 2, now, monotonicNow: now });
    store.claim('a', 'x', 1000);
    store.claim('b', 'x', 1000);
    expect(() => store.claim('c', 'x', 1000)).toThrow(/maxEntries/);
    clock += 1000;
    expect(store.claim('c', 'x', 1000)).toBe('acquired');
  });

  it('malformed options throw, and the error shows the call or the names', () => {
    expect(() => memoryStore(null as unknown as object)).toThrow(
      'Call memoryStore({ maxEntries }).',
    );
    expect(() => memoryStore({ limit: 1 } as object)).toThrow(
      'limit: unknown option of memoryStore. The options are maxEntries, now, monotonicNow.',
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('maxEntries %s throws', (maxEntries) => {
    expect(() => memoryStore({ maxEntries })).toThrow(/maxEntries: expected/);
  });
});

it('does what the contract says, under random operations of two owners', async () => {
  const create = () => {
    const wait = (ms: number) => {
      clock += ms;
    };
    return { store: memoryStore({ now, monotonicNow: now }), wait };
  };
  await expectStoreMatchesModel(create, 300);
});
