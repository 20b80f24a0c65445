import { expect, it } from 'vitest';
import { scaleTop } from '../../src/ui/bars.js';

it.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [9, 10],
  [10, 10],
  [11, 20],
  [21, 40],
  [99, 100],
  [100, 100],
  [1000, 1000],
  [4096, 6000],
  [100_001, 200_000],
])('the scale of at most %d ends at %d', (most, top) => {
  expect(scaleTop(most)).toBe(top);
});
