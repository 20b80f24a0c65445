import { expect, it } from 'vitest';
import { guessLimit } from '../../../src/service/login/guess-limit.js';

it('takes ten wrong guesses in any minute', () => {
  let now = 0;
  const limit = guessLimit(() => now);
  for (let count = 0; count < 10; count += 1) {
    expect(limit.wait()).toBe(0);
    limit.count();
    now += 1000;
  }
  // The first was 10 s ago.
  expect(limit.wait()).toBe(50);
  now += 49_999;
  expect(limit.wait()).toBe(1);
  now += 1;
  expect(limit.wait()).toBe(0);
  limit.count();
  // The second was 59 s ago.
  expect(limit.wait()).toBe(1);
  now += 1000;
  expect(limit.wait()).toBe(0);
});
