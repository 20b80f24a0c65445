import { expect, test } from 'vitest';
import { usageDays } from '../../src/pages/keys/key-page.js';

test('a day without requests has a bar too', () => {
  const bars = usageDays([
    { date: '2026-01-31', requests: 5, errors: 2 },
    { date: '2026-02-02', requests: 1, errors: 0 },
  ]);
  expect(bars.slice(-3)).toEqual([
    { label: '2026-01-31: 5 requests, 2 errors', good: 3, bad: 2 },
    { label: '2026-02-01: 0 requests, 0 errors', good: 0, bad: 0 },
    { label: '2026-02-02: 1 request, 0 errors', good: 1, bad: 0 },
  ]);
});

test('there are at least two weeks of bars, and at most sixty days', () => {
  const day = (date: string) => ({ date, requests: 1, errors: 0 });
  expect(usageDays([day('2026-01-31')])).toHaveLength(14);
  expect(usageDays([day('2025-01-01'), day('2026-01-31')])).toHaveLength(60);
});

test('a key that was never used has no bar', () => {
  expect(usageDays([])).toEqual([]);
});
