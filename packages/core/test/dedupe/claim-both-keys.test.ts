import { expect, it } from 'vitest';
import { checkedStore } from '../../src/dedupe/checked-store.js';
import { claimBothKeys } from '../../src/dedupe/claim-both-keys.js';
import type { Claim, DedupeStore } from '../../src/index.js';

/** A store that answers as it is told, or agrees, and what it was asked for the event and its result. */
function scripted(answers: Readonly<Record<string, Claim | boolean>> = {}) {
  const asked: string[] = [];
  const operation =
    <Answer>(name: string, usual: Answer) =>
    (key: string) => {
      asked.push(`${name} ${key}`);
      return (answers[`${name} ${key}`] ?? usual) as Answer;
    };
  const store: DedupeStore = {
    claim: operation<Claim>('claim', 'acquired'),
    extend: operation('extend', true),
    commit: operation('commit', true),
    release: operation('release', true),
  };
  return { asked, both: claimBothKeys(checkedStore(store), 'event', 'result') };
}

it.each<Claim>(['done', { busyForMs: 7 }])(
  'asks no further when the event is %j, and gives nothing back that it does not hold',
  async (claim) => {
    const { asked, both } = scripted({ 'claim event': claim });
    expect(await both.claim('event', 'me', 1000)).toEqual(claim);
    expect(asked).toEqual(['claim event']);
  },
);

it.each<Claim>(['done', { busyForMs: 7 }])(
  'gives the event back when its result is %j',
  async (claim) => {
    const { asked, both } = scripted({ 'claim result': claim });
    expect(await both.claim('event', 'me', 1000)).toEqual(claim);
    expect(asked).toEqual(['claim event', 'claim result', 'release event']);
  },
);

it('renews both leases; one that is lost is both lost', async () => {
  const kept = scripted();
  expect(await kept.both.extend('event', 'me', 1000)).toBe(true);
  expect(kept.asked).toEqual(['extend result', 'extend event']);
  for (const lost of ['extend event', 'extend result']) {
    expect(await scripted({ [lost]: false }).both.extend('event', 'me', 1000)).toBe(false);
  }
});

it('commits the result before the event, and releases both', async () => {
  const { asked, both } = scripted();
  expect(await both.commit('event', 'me', 1000)).toBe(true);
  expect(await both.release('event', 'me')).toBe(true);
  expect(asked).toEqual(['commit result', 'commit event', 'release result', 'release event']);
});
