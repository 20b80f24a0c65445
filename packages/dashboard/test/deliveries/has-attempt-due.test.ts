import { expect, test } from 'vitest';
import { hasAttemptDue } from '../../src/pages/deliveries/delivery.js';

const nextAttemptAt = '2026-11-22T19:00:00.000Z';

test.each([
  [{ status: 'scheduled', nextAttemptAt }, true],
  [{ status: 'retrying', nextAttemptAt }, true],
  [{ status: 'delivering', nextAttemptAt: null }, false],
  [{ status: 'held', nextAttemptAt: null }, false],
  [{ status: 'failed', nextAttemptAt: null }, false],
  // On a frozen clock, a replay waits in the status that the delivery had.
  [{ status: 'failed', nextAttemptAt }, false],
  [{ status: 'succeeded', nextAttemptAt }, false],
])('whether an attempt of %o is due: %s', (delivery, expected) => {
  expect(hasAttemptDue(delivery)).toBe(expected);
});
