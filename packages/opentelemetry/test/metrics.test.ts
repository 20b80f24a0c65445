import { createVerifier } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { screeningTelemetry } from '../src/index.js';
import { AT, deliveryOf, eventOf, now, SECRET } from './support/deliveries.js';
import { testSdk } from './support/sdk.js';

const handlers = { '*': () => {} };
const here = { 'messaging.destination.name': 'screening-webhooks' };
const COMPLETED = { 'screening_webhooks.event.type': 'document_verification.completed' };

it('deliveries are counted by outcome, type and, where there is one, the reason', async () => {
  const sdk = testSdk();
  const { createReceiver } = screeningTelemetry(sdk);
  const receiver = createReceiver({ secret: SECRET, now, handlers });
  for (const id of ['evt_1', 'evt_1', 'evt_2'])
    await receiver.receive(await deliveryOf(eventOf(id)));
  await receiver.receive(await deliveryOf(eventOf('evt_3'), {}, { secret: 'another' }));
  await receiver.receive(await deliveryOf({ ...eventOf('evt_4'), type: 'brand.new' }));
  await receiver.drain();
  await receiver.receive(await deliveryOf(eventOf('evt_5')));

  const outcome = (kind: string) => ({ ...here, 'screening_webhooks.outcome': kind });
  expect(await sdk.points('screening_webhooks.deliveries')).toEqual([
    { attributes: { ...outcome('processed'), ...COMPLETED }, value: 2 },
    { attributes: { ...outcome('duplicate'), ...COMPLETED }, value: 1 },
    {
      attributes: {
        ...outcome('rejected'),
        'screening_webhooks.rejection.code': 'signature_mismatch',
      },
      value: 1,
    },
    {
      attributes: { ...outcome('processed'), 'screening_webhooks.event.type': '_OTHER' },
      value: 1,
    },
    {
      attributes: {
        ...outcome('unavailable'),
        'screening_webhooks.unavailable.reason': 'draining',
        'error.type': 'unavailable',
      },
      value: 1,
    },
  ]);
});

it('the ack latency is in seconds, by outcome', async () => {
  const sdk = testSdk();
  let clock = now();
  const { createReceiver } = screeningTelemetry({ ...sdk, endpoint: 'staging' });
  const receiver = createReceiver({
    secret: SECRET,
    now: () => clock,
    handlers: {
      '*': () => {
        clock += 1500;
      },
    },
  });
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  expect(await sdk.points('screening_webhooks.ack.duration')).toEqual([
    {
      attributes: {
        'messaging.destination.name': 'staging',
        'screening_webhooks.outcome': 'processed',
      },
      value: { count: 1, sum: 1.5 },
    },
  ]);
});

it('age and skew are of genuine signatures only, and the skew keeps its sign', async () => {
  const sdk = testSdk();
  const { createReceiver } = screeningTelemetry(sdk);
  const receiver = createReceiver({ secret: SECRET, now, handlers });
  const age = () => sdk.points('screening_webhooks.delivery.age');
  const skew = () => sdk.points('screening_webhooks.clock.skew');

  await receiver.receive(await deliveryOf(eventOf('evt_0'), {}, { secret: 'forged', at: AT - 9 }));
  expect([await age(), await skew()]).toEqual([[], []]);

  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  expect(await age()).toEqual([{ attributes: here, value: { count: 1, sum: 2.5 } }]);
  expect(await skew()).toEqual([{ attributes: here, value: 2.5 }]);

  // Ahead of our clock: nothing below zero goes into a histogram.
  await receiver.receive(await deliveryOf(eventOf('evt_2'), {}, { at: AT + 60 }));
  expect(await age()).toEqual([{ attributes: here, value: { count: 2, sum: 2.5 } }]);
  expect(await skew()).toEqual([{ attributes: here, value: -57.5 }]);

  // Refused by the window: no age, and the skew that explains it.
  await receiver.receive(await deliveryOf(eventOf('evt_3'), {}, { at: AT + 900 }));
  expect(await age()).toEqual([{ attributes: here, value: { count: 2, sum: 2.5 } }]);
  const [last] = await skew();
  expect(last?.value).toBeLessThan(-890);
});

it('each secret has its count, so that a silent one can go', async () => {
  const sdk = testSdk();
  const { createReceiver } = screeningTelemetry(sdk);
  const receiver = createReceiver({ secret: ['next', SECRET], now, handlers });
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  await receiver.receive(await deliveryOf(eventOf('evt_2'), {}, { secret: 'next' }));
  await receiver.receive(await deliveryOf(eventOf('evt_3'), {}, { secret: 'next' }));
  expect(await sdk.points('screening_webhooks.secret.uses')).toEqual([
    { attributes: { ...here, 'screening_webhooks.secret.index': 1 }, value: 1 },
    { attributes: { ...here, 'screening_webhooks.secret.index': 0 }, value: 2 },
  ]);
});

it('observe alone gives the metrics, for a verifier', async () => {
  const sdk = testSdk();
  const { observe } = screeningTelemetry(sdk);
  const { verify } = createVerifier({ secret: SECRET, now, observe });
  await verify(await deliveryOf(eventOf('evt_1'), {}, { secret: 'another' }));
  const [point] = await sdk.points('screening_webhooks.deliveries');
  expect(point?.attributes['screening_webhooks.rejection.code']).toBe('signature_mismatch');
  expect(sdk.spans()).toEqual([]);
});
