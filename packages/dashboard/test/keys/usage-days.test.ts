import { expect, test } from 'vitest';
import { usageDays } from '../../src/pages/keys/key-page.js';

test('a day without requests has a bar too', () => {
  const bars = usageDays([
    { date: '2026-01-31', requests: 5, errors: 2 },
    { date: '2026-02-02', requests: 1, errors: 0 },
  ]);
  expect(bars.slice(-3)).toEqual([
    { at: '2026-01-31', parts: { Answered: 3, 'Errors (4xx, 5xx)': 2 } },
    { at: '2026-02-01', parts: { Answered: 0, 'Errors (4xx, 5xx)': 0 } },
    { at: '2026-02-02', parts: { Answered: 1, 'Errors (4xx, 5xx)': 0 } },
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
