import { describe, expect, it, vi } from 'vitest';
import type { DedupeStore } from '../../src/index.js';
import { faultyStore, throwing, useFakeTime } from '../support/manual.js';
import { sampleDelivery } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

useFakeTime();

/** A receiver with a store whose commits fail, and when it asked for each of them. */
function failingCommits(commit: () => never | Promise<never>, fails: number) {
  const startedAt = performance.now();
  const askedAt: number[] = [];
  const dedupe: DedupeStore = {
    ...faultyStore(),
    claim: () => 'acquired',
    commit: () => {
      askedAt.push(performance.now() - startedAt);
      return askedAt.length > fails || commit();
    },
  };
  const handler = vi.fn();
  return {
    askedAt,
    handler,
    receiver: testReceiver({ dedupe, handlers: { '*': handler } }),
  };
}

const error = new Error('store is down');
const failures: [name: string, commit: () => never | Promise<never>][] = [
  ['rejects', () => Promise.reject(error)],
  ['throws', throwing(error)],
];

describe.each(failures)('a commit that %s', (_how, commit) => {
  it('is asked for five times in 1.5 s, and the last of them counts', async () => {
    const { askedAt, handler, receiver } = failingCommits(commit, 4);
    const receiving = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(1500);
    expect(await receiving).toMatchObject({ status: 200, outcome: { kind: 'processed' } });
    expect(askedAt).toEqual([0, 100, 300, 700, 1500]);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('is not asked for a sixth time; the answer is 503 with its error', async () => {
    const { askedAt, receiver } = failingCommits(commit, Infinity);
    const receiving = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(1500);
    expect(await receiving).toMatchObject({ status: 503, outcome: { reason: 'dedupe', error } });
    expect(askedAt).toHaveLength(5);
  });
});

it('a lease that is lost during the retries is not asked for again', async () => {
  let commits = 0;
  const commit = () => {
    commits += 1;
    return commits === 1 ? Promise.reject(error) : false;
  };
  const dedupe = faultyStore({ commit });
  const receiver = testReceiver({ dedupe });
  const receiving = receiver.receive(await sampleDelivery());
  await vi.advanceTimersByTimeAsync(1500);
  expect(await receiving).toMatchObject({
    status: 503,
    outcome: { error: { name: 'LeaseLostError' } },
  });
  expect(commits).toBe(2);
});
