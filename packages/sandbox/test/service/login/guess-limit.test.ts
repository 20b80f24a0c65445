import { expect, it } from 'vitest';
import { limits } from '../../../src/service/limits/limits.js';
import { guessLimit } from '../../../src/service/login/serve-login.js';

it('takes ten wrong guesses in any minute', () => {
  let now = 0;
  const limit = guessLimit(() => now);
  for (let count = 0; count < 10; count += 1) {
    expect(limit.wait('a')).toBe(0);
    limit.count('a');
    now += 1000;
  }
  // The first was 10 s ago.
  expect(limit.wait('a')).toBe(50);
  now += 49_999;
  expect(limit.wait('a')).toBe(1);
  now += 1;
  expect(limit.wait('a')).toBe(0);
  limit.count('a');
  // The second was 59 s ago.
  expect(limit.wait('a')).toBe(1);
  now += 1000;
  expect(limit.wait('a')).toBe(0);
});

it('counts each client for itself', () => {
  const limit = guessLimit(() => 0);
  for (let count = 0; count < limits.loginGuesses.most; count += 1) limit.count('a');
  expect(limit.wait('a')).toBe(60);
  expect(limit.wait('b')).toBe(0);
});

it('forgets the client that was wrong longest ago when it remembers too many', () => {
  const limit = guessLimit(() => 0);
  const lockOut = (client: string): void => {
    for (let count = 0; count < limits.loginGuesses.most; count += 1) limit.count(client);
  };
  lockOut('oldest');
  lockOut('kept');
  // After another guess, it is not the oldest.
  limit.count('kept');
  for (let other = 0; other < limits.loginClients.most - 1; other += 1)
    limit.count(`other ${other}`);
  expect(limit.wait('oldest')).toBe(0);
  expect(limit.wait('kept')).toBe(60);
});
