import type { DedupeStore } from '@screening-webhooks/core';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { expect, it } from 'vitest';
import { screeningTelemetry } from '../src/index.js';
import { afterMs } from './support/after-ms.js';
import { deliveryOf, eventOf } from './support/deliveries.js';
import { startContext, testSdk } from './support/sdk.js';
import { deliverLate, tracedReceiver } from './support/telemetry.js';

const base = { 'messaging.destination.name': 'screening-webhooks' };
const COMPLETED = { 'screening_webhooks.event.type': 'document_verification.completed' };

it('handler runs are counted by type and error, for deliveries and for dispatch', async () => {
  let broken = false;
  const { sdk, receiver } = tracedReceiver({
    handlers: {
      '*': () => {
        if (broken) throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
      },
    },
  });
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  broken = true;
  await receiver.dispatch(eventOf('evt_2'));
  const attributes = {
    ...base,
    ...COMPLETED,
    'messaging.system': 'screening_webhooks',
    'messaging.operation.name': 'process',
  };
  expect(await sdk.points('messaging.process.duration')).toEqual([
    { attributes, value: { count: 1, sum: expect.any(Number) } },
    {
      attributes: { ...attributes, 'error.type': 'ECONNREFUSED' },
      value: { count: 1, sum: expect.any(Number) },
    },
  ]);
  expect(await sdk.points('screening_webhooks.dispatches')).toEqual([
    {
      attributes: {
        ...base,
        ...COMPLETED,
        'screening_webhooks.outcome': 'failed',
        'error.type': 'ECONNREFUSED',
      },
      value: 1,
    },
  ]);
});

it('a late outcome has a counter of its own; the delivery and its ack are counted once', async () => {
  startContext();
  const sdk = testSdk();
  await deliverLate(screeningTelemetry(sdk.providers).createReceiver);
  const count = async (name: string) =>
    (await sdk.points(name)).map((point) => [
      point.attributes['screening_webhooks.outcome'],
      point.value,
    ]);
  expect(await count('screening_webhooks.deliveries')).toEqual([['timed_out', 1]]);
  expect(await count('screening_webhooks.late_outcomes')).toEqual([['processed', 1]]);
  expect(await count('screening_webhooks.secret.uses')).toEqual([[undefined, 1]]);
  expect(await count('screening_webhooks.ack.duration')).toEqual([
    ['timed_out', { count: 1, sum: 0 }],
  ]);
});

const store: DedupeStore = {
  claim: () => 'acquired',
  extend: () => true,
  commit: () => true,
  release: () => true,
};

it.each([
  ['during the commit', { ...store, commit: () => false }, () => {}],
  ['while the handler runs', { ...store, extend: () => false, commit: () => false }, untilAborted],
])('a lost lease is counted once: %s', async (_when, dedupe, handler) => {
  startContext();
  const settled = deferred();
  const { sdk, receiver } = tracedReceiver({
    dedupe,
    lease: 30,
    handlers: { '*': handler },
    // The ack of a lost claim is immediate; the outcome is observed when the handler ends.
    observe: ({ outcome }) => {
      if (outcome.kind === 'unavailable') settled.resolve();
    },
  });
  const signed = await deliveryOf(eventOf('evt_1'));
  await afterMs(30, () => receiver.receive(signed));
  await settled.promise;
  expect(await sdk.points('screening_webhooks.lease.losses')).toEqual([
    { attributes: base, value: 1 },
  ]);
});

it('a handler that handlerTimeout aborted does not count as a lost lease', async () => {
  startContext();
  const { sdk, receiver } = tracedReceiver({
    handlers: { '*': untilAborted },
    handlerTimeout: 20,
  });
  const signed = await deliveryOf(eventOf('evt_1'));
  const { outcome } = await afterMs(20, () => receiver.receive(signed));
  expect(outcome.kind).toBe('timed_out');
  expect(await sdk.points('screening_webhooks.lease.losses')).toEqual([]);
});

function untilAborted(_event: unknown, { signal }: { signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
}

it('inboxDepth is called at each collection; the last value remains when it fails', async () => {
  const sdk = testSdk();
  const depths: (() => number | Promise<number>)[] = [
    () => 3,
    () => Promise.resolve(5),
    () => Promise.reject(new Error('redis://:password@host')),
    () => {
      throw new Error('down');
    },
  ];
  screeningTelemetry({ ...sdk.providers, inboxDepth: () => depths.shift()?.() ?? 0 });
  const depth = async () => {
    const points = await sdk.points('screening_webhooks.inbox.depth');
    return points.map(({ value }) => value);
  };
  expect(await depth()).toEqual([3]);
  expect(await depth()).toEqual([5]);
  expect(await depth()).toEqual([5]);
  expect(await depth()).toEqual([5]);
  expect(await depth()).toEqual([0]);
});
