import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReceiver, type DedupeStore } from '../../src/index.js';
import { renewLease } from '../../src/store-kit/index.js';
import { recordedEvent } from '../support/sample-event.js';
import { now, SECRET, signedDelivery } from '../support/signed-delivery.js';

const store: DedupeStore = {
  claim: () => 'acquired',
  extend: () => true,
  commit: () => true,
  release: () => true,
};
const never = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['another owner has it', { ...store, extend: () => false }],
  ['it ended unrenewed', { ...store, extend: never }],
])('a lease that is lost says so by the name of the error: %s', async (_how, dedupe) => {
  const claim = { key: 'k', owner: 'o', requestedAt: performance.now() };
  const lost = new Promise<Error>((resolve) => {
    renewLease(dedupe, claim, 300, resolve);
  });
  await vi.advanceTimersByTimeAsync(400);
  expect((await lost).name).toBe('LeaseLostError');
});

it('and so does the outcome of a commit that comes too late', async () => {
  const dedupe = { ...store, commit: () => false };
  const receiver = createReceiver({ secret: SECRET, now, dedupe, handlers: { '*': () => {} } });
  const { outcome } = await receiver.receive(await signedDelivery(recordedEvent()));
  expect(outcome).toMatchObject({
    kind: 'unavailable',
    error: { name: 'LeaseLostError', message: 'The lease was lost before the handler ended.' },
  });
});
