import { expect, it } from 'vitest';
import { inGroups } from '../../../src/service/kernel/share-work.js';
import { deferred } from '../../support/deferred.js';

/** Doubles numbers, group by group, when it is told to. */
function doubling(most: number) {
  const groups: (readonly number[])[] = [];
  const gates: ReturnType<typeof deferred<void>>[] = [];
  const run = async (group: readonly number[]) => {
    groups.push(group);
    const gate = deferred<void>();
    gates.push(gate);
    await gate.promise;
    if (group.includes(13)) throw new Error(`13 among ${group.length}`);
    if (group.includes(14)) throw new Error('The connection is lost.');
    return new Map(group.filter((each) => each !== 0).map((each) => [each, 2 * each]));
  };
  const double = inGroups(most, run, (error) => String(error).includes('13'));
  return { groups, gates, double };
}

it('runs those that come together as one group, and those that come meanwhile as the next', async () => {
  const { groups, gates, double } = doubling(10);
  const first = Promise.all([1, 2].map(double));
  await expect.poll(() => groups).toEqual([[1, 2]]);
  const next = Promise.all([3, 4].map(double));
  gates[0]?.resolve();
  await expect
    .poll(() => groups)
    .toEqual([
      [1, 2],
      [3, 4],
    ]);
  gates[1]?.resolve();
  expect([await first, await next]).toEqual([
    [2, 4],
    [6, 8],
  ]);
});

it('makes no group larger than it may be', async () => {
  const { groups, gates, double } = doubling(2);
  const results = Promise.all([1, 2, 3, 4, 5].map(double));
  for (let group = 0; group < 3; group += 1) {
    await expect.poll(() => gates.length).toBe(group + 1);
    gates[group]?.resolve();
  }
  await results;
  expect(groups).toEqual([[1, 2], [3, 4], [5]]);
});

it('gives an item without a result undefined', async () => {
  const { gates, double } = doubling(10);
  const result = double(0);
  await expect.poll(() => gates.length).toBe(1);
  gates[0]?.resolve();
  expect(await result).toBeUndefined();
});

it('runs the items of a group that fails alone, so that only one fails', async () => {
  const { groups, gates, double } = doubling(10);
  const results = Promise.allSettled([1, 2, 13, 3].map(double));
  for (let group = 0; group < 5; group += 1) {
    await expect.poll(() => gates.length).toBe(group + 1);
    gates[group]?.resolve();
  }
  expect(await results).toMatchObject([
    { value: 2 },
    { value: 4 },
    { reason: { message: '13 among 1' } },
    { value: 6 },
  ]);
  expect(groups).toEqual([[1, 2, 13, 3], [1], [2], [13], [3]]);
});

it('fails a whole group at once when none of its items can be the reason', async () => {
  const { groups, gates, double } = doubling(10);
  const results = Promise.allSettled([1, 2, 14, 3].map(double));
  await expect.poll(() => gates.length).toBe(1);
  gates[0]?.resolve();
  const lost = { reason: { message: 'The connection is lost.' } };
  expect(await results).toMatchObject([lost, lost, lost, lost]);
  expect(groups).toHaveLength(1);
});
