import { expect, it } from 'vitest';
import { inGroups } from '../../../src/service/kernel/share-work.js';
import { deferred } from '../../support/deferred.js';

/** Doubles numbers, group by group, when its gates open. Groups skip 0, and 13 always fails. */
function doubling(most: number, bytesOf?: (item: number) => number) {
  const groups: (readonly number[])[] = [];
  const gates: ReturnType<typeof deferred<void>>[] = [];
  const alone: number[] = [];
  const double = inGroups({
    most,
    ...(bytesOf && { bytesOf }),
    async runAll(group: readonly number[]) {
      groups.push(group);
      const gate = deferred<void>();
      gates.push(gate);
      await gate.promise;
      if (group.includes(13)) throw new Error('13 in a group');
      return new Map(group.filter((each) => each !== 0).map((each) => [each, 2 * each]));
    },
    async runOne(item) {
      alone.push(item);
      if (item === 13) throw new Error('13 alone');
      return 2 * item;
    },
  });
  return { groups, gates, alone, double };
}

it('runs simultaneous items as one group, and items that arrive meanwhile as the next', async () => {
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

it('makes no group of more than a mebibyte, except for a single item', async () => {
  const { groups, gates, double } = doubling(10, (item) => item * 100 * 1024);
  const results = Promise.all([6, 4, 1, 99, 2].map(double));
  for (let group = 0; group < 4; group += 1) {
    await expect.poll(() => gates.length).toBe(group + 1);
    gates[group]?.resolve();
  }
  await results;
  expect(groups).toEqual([[6, 4], [1], [99], [2]]);
});

it('runs an item alone that a group leaves out, beside the next group', async () => {
  const { groups, gates, alone, double } = doubling(2);
  const results = Promise.all([0, 1, 2].map(double));
  await expect.poll(() => gates.length).toBe(1);
  gates[0]?.resolve();
  await expect.poll(() => alone).toEqual([0]);
  expect(groups).toEqual([[0, 1], [2]]);
  gates[1]?.resolve();
  expect(await results).toEqual([0, 2, 4]);
});

it('runs the items of a group that fails alone, so that only one fails', async () => {
  const { groups, gates, alone, double } = doubling(10);
  const results = Promise.allSettled([1, 2, 13, 3].map(double));
  await expect.poll(() => gates.length).toBe(1);
  gates[0]?.resolve();
  expect(await results).toMatchObject([
    { value: 2 },
    { value: 4 },
    { reason: { message: '13 alone' } },
    { value: 6 },
  ]);
  expect([groups, alone]).toEqual([[[1, 2, 13, 3]], [1, 2, 13, 3]]);
});

it('an item that waits for a lock holds up neither the next groups nor three others', async () => {
  const locked = deferred<string>();
  const alone: string[] = [];
  const call = inGroups<string, string>({
    most: 1,
    runAll: async (group) =>
      new Map(group.filter((each) => each === 'free').map((each) => [each, each])),
    async runOne(item) {
      alone.push(item);
      return item === 'locked' ? locked.promise : item;
    },
  });
  const first = call('locked');
  await expect.poll(() => alone).toEqual(['locked']);
  expect(await Promise.all(['free', 'a', 'b', 'c', 'd'].map(call))).toEqual([
    'free',
    'a',
    'b',
    'c',
    'd',
  ]);
  locked.resolve('done');
  expect(await first).toBe('done');
});

it('runs an item alone at once', async () => {
  const { groups, alone, double } = doubling(10);
  expect(await double.alone(4)).toBe(8);
  expect([groups, alone]).toEqual([[], [4]]);
});
