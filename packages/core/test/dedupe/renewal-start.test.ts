import { passing } from 'screening-webhooks-test-support/until';
import { expect, it, vi } from 'vitest';
import type { ReceiverOptions } from '../../src/index.js';
import { deferred, faultyStore, keepSignals, useFakeTime } from '../support/manual.js';
import { sampleDelivery } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

useFakeTime();

/** A handler at work, and what its store was asked. */
async function working(options: Partial<ReceiverOptions>) {
  const work = deferred();
  const { signals, handlers } = keepSignals(() => work.promise);
  const dedupe = faultyStore({ extend: () => true });
  const receiver = testReceiver({ dedupe, handlers, ...options });
  const receiving = receiver.receive(await sampleDelivery());
  await vi.advanceTimersByTimeAsync(0);
  return {
    work,
    signals,
    receiving,
    extensions: () => dedupe.asked.filter((it) => it === 'extend'),
  };
}

it('a lease whose third ends before the ack is renewed then, not only after the ack', async () => {
  const { work, receiving, extensions } = await working({ lease: 30_000 });
  await vi.advanceTimersByTimeAsync(9999);
  expect(extensions()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(extensions()).toHaveLength(1);
  work.resolve();
  expect(await receiving).toMatchObject({ status: 200 });
  expect(vi.getTimerCount()).toBe(0);
});

it('a lease whose third ends with the ack deadline, or later, costs no timer before it', async () => {
  const shortest = await working({ lease: 36_000 });
  expect(vi.getTimerCount()).toBe(1);
  shortest.work.resolve();
  await shortest.receiving;

  const { work, receiving, extensions } = await working({ lease: 60_000 });
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await receiving).toMatchObject({ outcome: { kind: 'timed_out' } });
  await vi.advanceTimersByTimeAsync(8000);
  expect(extensions()).toHaveLength(1);
  work.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('handlerTimeout counts from the request of the claim, however long its answer takes', async () => {
  const claim = async () => {
    await passing(2000);
    return 'acquired' as const;
  };
  const dedupe = faultyStore({ claim });
  const { signals, receiving } = await working({ dedupe, handlerTimeout: 5000 });
  await vi.advanceTimersByTimeAsync(4999);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(await receiving).toMatchObject({ status: 503 });
  expect(vi.getTimerCount()).toBe(0);
});
