import { expect, it } from 'vitest';
import { claimBothKeys } from '../../src/dedupe/claim-both-keys.js';
import type { Claim, DedupeStore } from '../../src/index.js';

interface Answers {
  readonly claim?: Record<string, Claim>;
  readonly extend?: Record<string, boolean>;
}

/** A store that answers as it is told, and remembers what it was asked. */
function scripted({ claim = {}, extend = {} }: Answers = {}) {
  const asked: string[] = [];
  const store: DedupeStore = {
    claim(key) {
      asked.push(`claim ${key}`);
      return claim[key] ?? 'acquired';
    },
    extend(key) {
      asked.push(`extend ${key}`);
      return extend[key] ?? true;
    },
    commit(key) {
      asked.push(`commit ${key}`);
      return true;
    },
    release(key) {
      asked.push(`release ${key}`);
      return true;
    },
  };
  return { asked, both: claimBothKeys(store, 'event', 'result'), store };
}

it('claims the event, then its result', async () => {
  const { asked, both } = scripted();
  expect(await both.claim('event', 'me', 1000)).toBe('acquired');
  expect(asked).toEqual(['claim event', 'claim result']);
});

it.each<Claim>(['done', { busyForMs: 7 }])(
  'asks no further when the event is %j, and gives nothing back that it does not hold',
  async (claim) => {
    const { asked, both } = scripted({ claim: { event: claim } });
    expect(await both.claim('event', 'me', 1000)).toEqual(claim);
    expect(asked).toEqual(['claim event']);
  },
);

it.each<Claim>(['done', { busyForMs: 7 }])(
  'gives the event back when its result is %j',
  async (claim) => {
    const { asked, both } = scripted({ claim: { result: claim } });
    expect(await both.claim('event', 'me', 1000)).toEqual(claim);
    expect(asked).toEqual(['claim event', 'claim result', 'release event']);
  },
);

it('renews both leases; one that is lost is both lost', async () => {
  const kept = scripted();
  expect(await kept.both.extend('event', 'me', 1000)).toBe(true);
  expect(kept.asked).toEqual(['extend result', 'extend event']);
  for (const lost of ['event', 'result']) {
    expect(await scripted({ extend: { [lost]: false } }).both.extend('event', 'me', 1000)).toBe(
      false,
    );
  }
});

it('commits the result before the event, and releases both', async () => {
  const { asked, both } = scripted();
  expect(await both.commit('event', 'me', 1000)).toBe(true);
  expect(await both.release('event', 'me')).toBe(true);
  expect(asked).toEqual(['commit result', 'commit event', 'release result', 'release event']);
});

it('is the store itself where both have one key', () => {
  const { store } = scripted();
  expect(claimBothKeys(store, 'same', 'same')).toBe(store);
});
