import { expect, it, onTestFinished, vi } from 'vitest';
import { signBody } from '../../src/index.js';

it('writes one v1 per secret, in their order', async () => {
  const both = await signBody('{}', { secret: ['new', 'old'], timestamp: 1_790_000_000 });
  const one = await signBody('{}', { secret: 'new', timestamp: 1_790_000_000 });
  expect(both).toMatch(/^t=1790000000,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  expect(both.startsWith(`${one},`)).toBe(true);
});

it('signs with the current second by default', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_999 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await signBody('', { secret: 's' })).toMatch(/^t=1790000000,/);
});

it.each([0, 999_999_999_999_999])('signs with %d', async (timestamp) => {
  expect(await signBody('', { secret: 's', timestamp })).toMatch(`t=${timestamp},`);
});

it('shows the call when it gets no options', async () => {
  await expect(signBody('', undefined as unknown as { secret: string })).rejects.toThrow(
    'signBody(body, { secret })',
  );
});

it.each([1.5, -1, Number.NaN, 1e15])('timestamp %s throws, naming the cure', async (timestamp) => {
  await expect(signBody('', { secret: 's', timestamp })).rejects.toThrow(
    /Divide milliseconds by 1000/,
  );
});
