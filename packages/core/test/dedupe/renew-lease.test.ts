import { beforeEach, expect, it, vi } from 'vitest';
import { renewLease } from '../../src/store-kit/index.js';
import { deferred, useFakeTime } from '../support/manual.js';

const LEASE = 3000;
const lost = vi.fn<(reason: Error) => void>();

const leaseLost = (message: string) => expect.objectContaining({ name: 'LeaseLostError', message });

useFakeTime();
beforeEach(() => void lost.mockReset());

/** A store whose extensions are answered by `extend`, and the claim that is renewed in it. */
function renewing(extend: () => boolean | Promise<boolean>, requestedAgo = 0) {
  const asked =
    vi.fn<(key: string, owner: string, leaseMs: number) => boolean | Promise<boolean>>(extend);
  const claim = { key: 'k', owner: 'o', requestedAt: performance.now() - requestedAgo };
  return { asked, end: renewLease({ extend: asked }, claim, LEASE, lost) };
}

it('asks every third of the lease, for the whole of it', async () => {
  const { asked } = renewing(() => true);
  await vi.advanceTimersByTimeAsync(999);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.mock.calls).toEqual([['k', 'o', LEASE]]);
  await vi.advanceTimersByTimeAsync(8000);
  expect(asked).toHaveBeenCalledTimes(9);
  expect(lost).not.toHaveBeenCalled();
});

it('counts from the request: a claim that was long in coming is renewed earlier', async () => {
  const { asked } = renewing(() => true, 400);
  await vi.advanceTimersByTimeAsync(599);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('a renewal counts from its request too, not from its answer', async () => {
  const answers = [deferred<boolean>(), deferred<boolean>()];
  const { asked } = renewing(() => answers.shift()?.promise ?? true);
  const [first] = answers;
  await vi.advanceTimersByTimeAsync(1500);
  first?.resolve(true);
  await vi.advanceTimersByTimeAsync(499);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(2);
  // Nothing answers the second: the lease ends 3 s after the request of the first.
  await vi.advanceTimersByTimeAsync(1999);
  expect(lost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(lost).toHaveBeenCalledTimes(1);
});

it('a store that fails is asked again after another third', async () => {
  const { asked } = renewing(() => Promise.reject(new Error('down')));
  await vi.advanceTimersByTimeAsync(1999);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(lost.mock.calls).toEqual([[leaseLost('The lease ended without being renewed.')]]);
});

it('says which way it was lost, once, and asks no more', async () => {
  const { asked } = renewing(() => false);
  await vi.advanceTimersByTimeAsync(10 * LEASE);
  expect(lost.mock.calls).toEqual([[leaseLost('The lease was lost to another owner.')]]);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('end leaves no timer, and nothing is asked or reported after it', async () => {
  const { asked, end } = renewing(() => true);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  end();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(10 * LEASE);
  expect(asked).not.toHaveBeenCalled();
  expect(lost).not.toHaveBeenCalled();
});

it.each([true, false])('an answer of %s that comes after end changes nothing', async (answer) => {
  const extended = deferred<boolean>();
  const { end } = renewing(() => extended.promise);
  await vi.advanceTimersByTimeAsync(1000);
  end();
  extended.resolve(answer);
  await vi.advanceTimersByTimeAsync(10 * LEASE);
  expect(lost).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
