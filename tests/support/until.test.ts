import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => void vi.useRealTimers());

it.each(['real', 'fake'] as const)('first loaded on a %s clock', async (clock) => {
  vi.resetModules();
  if (clock === 'fake') vi.useFakeTimers();
  const { passing, until } = await import('./until.js');
  vi.useFakeTimers();
  const passed = vi.fn();
  void passing(600_000).then(passed);
  await vi.advanceTimersByTimeAsync(599_999);
  expect(passed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(passed).toHaveBeenCalled();
  // In real time, though nobody moves the fake clock.
  let asked = 0;
  await until(() => ++asked === 3);
  vi.useRealTimers();
  await expect(passing(1)).rejects.toThrow('until()');
});
