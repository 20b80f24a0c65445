import { expect, it, vi } from 'vitest';
import { createReceiver, type ReceiverOptions } from '../../src/index.js';
import { recordedEvent } from '../support/sample-event.js';
import { now, SECRET, signedDelivery } from '../support/signed-delivery.js';

const base = { secret: SECRET, now, observe: false } as const;

it('only a RetryLater sets Retry-After, not any error with a field of that name', async () => {
  const error = Object.assign(new Error('x'), { after: 42 });
  const receiver = createReceiver({ ...base, handlers: { '*': () => Promise.reject(error) } });
  const ack = await receiver.receive(await signedDelivery(recordedEvent()));
  expect(ack).toMatchObject({ status: 500, outcome: { kind: 'failed', error } });
  expect(ack.headers['retry-after']).toBeUndefined();
});

it('a handler that has returned by the time of the ack leaves no work to waitUntil', async () => {
  const waitUntil = vi.fn();
  const handler = vi.fn<() => unknown>();
  const receiver = createReceiver({ ...base, handlers: { '*': handler } });
  await receiver.receive(await signedDelivery(recordedEvent('evt_1')), { waitUntil });
  expect(waitUntil).not.toHaveBeenCalled();
  handler.mockResolvedValue(undefined);
  await receiver.receive(await signedDelivery(recordedEvent('evt_2')), { waitUntil });
  expect(waitUntil).toHaveBeenCalledTimes(1);
});

it('a handler of undefined is none', async () => {
  const handlers = { 'document_verification.recorded': undefined, 'report.completed': () => {} };
  const receiver = createReceiver({ ...base, handlers } as unknown as ReceiverOptions);
  expect(await receiver.receive(await signedDelivery(recordedEvent()))).toMatchObject({
    outcome: { kind: 'ignored' },
  });
  expect(() =>
    createReceiver({ ...base, handlers: { '*': undefined } } as unknown as ReceiverOptions),
  ).toThrow(/^handlers: expected at least one/);
});
