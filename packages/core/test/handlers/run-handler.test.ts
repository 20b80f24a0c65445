import { expect, it, vi } from 'vitest';
import type { ReceiverOptions } from '../../src/index.js';
import { sampleDelivery } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

it('only a RetryLater sets Retry-After, not any error with a field of that name', async () => {
  const error = Object.assign(new Error('x'), { after: 42 });
  const receiver = testReceiver({ handlers: { '*': () => Promise.reject(error) } });
  const ack = await receiver.deliver();
  expect(ack).toMatchObject({ status: 500, outcome: { kind: 'failed', error } });
  expect(ack.headers['retry-after']).toBeUndefined();
});

it('a handler that has returned by the time of the ack leaves no work to waitUntil', async () => {
  const waitUntil = vi.fn();
  const handler = vi.fn<() => unknown>();
  const receiver = testReceiver({ handlers: { '*': handler } });
  await receiver.receive(await sampleDelivery('evt_1'), { waitUntil });
  expect(waitUntil).not.toHaveBeenCalled();
  handler.mockResolvedValue(undefined);
  await receiver.receive(await sampleDelivery('evt_2'), { waitUntil });
  expect(waitUntil).toHaveBeenCalledTimes(1);
});

it('a handler of undefined is none', async () => {
  const handlers = { 'document_verification.recorded': undefined, 'report.completed': () => {} };
  const receiver = testReceiver({ handlers } as unknown as ReceiverOptions);
  expect(await receiver.deliver()).toMatchObject({ outcome: { kind: 'ignored' } });
  expect(() =>
    testReceiver({ handlers: { '*': undefined } } as unknown as ReceiverOptions),
  ).toThrow(/^handlers: expected at least one/);
});
