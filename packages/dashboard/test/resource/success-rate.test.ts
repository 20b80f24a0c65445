import { expect, it } from 'vitest';
import { successRate } from '../../src/resource/delivery-chart.js';

it.each([
  [12, 0, 'All 12 deliveries succeeded.'],
  [0, 12, 'All 12 deliveries failed.'],
  [1, 1, '1 of 2 deliveries succeeded (50 %).'],
  [9999, 1, '9999 of 10000 deliveries succeeded (99 %).'],
  [1, 999, '1 of 1000 deliveries succeeded (less than 1 %).'],
])('says of %d succeeded and %d failed: %s', (succeeded, failed, expected) => {
  expect(successRate({ succeeded, failed })).toBe(expected);
});
