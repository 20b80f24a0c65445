import { expect, it, vi } from 'vitest';
import { renewLease } from '../../src/store-kit/index.js';
import { agreeableStore, never, useFakeTime } from '../support/manual.js';
import { testReceiver } from '../support/test-receiver.js';

useFakeTime();

it.each([
  ['another owner has it', { ...agreeableStore, extend: () => false }],
  ['it ended unrenewed', { ...agreeableStore, extend: never }],
])('a lease that is lost says so by the name of the error: %s', async (_how, dedupe) => {
  const claim = { key: 'k', owner: 'o', requestedAt: performance.now() };
  const lost = new Promise<Error>((resolve) => {
    renewLease(dedupe, claim, 300, resolve);
  });
  await vi.advanceTimersByTimeAsync(400);
  expect((await lost).name).toBe('LeaseLostError');
});

it('and so does the outcome of a commit that comes too late', async () => {
  const dedupe = { ...agreeableStore, commit: () => false };
  const receiver = testReceiver({ dedupe });
  const { outcome } = await receiver.deliver();
  expect(outcome).toMatchObject({
    kind: 'unavailable',
    error: { name: 'LeaseLostError', message: 'The lease was lost before the handler ended.' },
  });
});
