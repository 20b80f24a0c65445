import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addBusinessDays, isBusinessDay } from '../../../../src/service/kernel/calendar/days.js';

const date = (text: string) => Temporal.PlainDate.from(text);
const isOne = (text: string) => isBusinessDay(date(text));

describe('a business day', () => {
  it.each([
    ['2026-03-06', true, 'Friday'],
    ['2026-03-07', false, 'Saturday'],
    ['2026-03-08', false, 'Sunday'],
    ['2026-03-09', true, 'Monday'],
    ['2026-11-26', false, 'Thanksgiving'],
    ['2026-11-27', true, 'the day after it'],
    ['2026-07-03', false, 'Independence Day, observed'],
    ['2027-12-31', false, "New Year's Day of 2028, observed"],
    ['2028-01-03', true, 'the Monday after it'],
    ['2029-01-20', false, 'a Saturday'],
    ['2033-01-20', true, 'Inauguration Day'],
    ['2024-02-29', true, 'a leap day'],
  ])('%s: %s, %s', (day, expected) => {
    expect(isOne(day)).toBe(expected);
  });
});

describe('five business days after', () => {
  it.each([
    ['2026-03-02', '2026-03-09', 'a Monday'],
    ['2026-03-06', '2026-03-13', 'a Friday'],
    ['2026-03-07', '2026-03-13', 'a Saturday'],
    ['2026-03-08', '2026-03-13', 'a Sunday'],
    ['2026-11-20', '2026-11-30', 'the Friday before Thanksgiving week'],
    ['2026-11-25', '2026-12-03', 'the day before Thanksgiving'],
    ['2027-12-23', '2028-01-03', 'Christmas and New Year, both observed on Fridays'],
    ['2025-12-24', '2026-01-02', 'Christmas and New Year'],
    ['2024-02-26', '2024-03-04', 'over a leap day'],
    ['2026-06-18', '2026-06-26', 'the day before Juneteenth'],
  ])('%s is %s: %s', (from, expected) => {
    expect(addBusinessDays(date(from), 5).toString()).toBe(expected);
  });

  it('every day of twelve years is the fifth one', () => {
    const days: Temporal.PlainDate[] = [];
    for (let day = date('2024-01-01'); day.year < 2036; day = day.add({ days: 1 })) days.push(day);
    const business = days.map((day) => isBusinessDay(day));
    for (const [index, day] of days.slice(0, -14).entries()) {
      let left = 5;
      let end = index;
      while (left > 0) {
        end += 1;
        if (business[end]) left -= 1;
      }
      expect(addBusinessDays(day, 5).toString()).toBe(String(days[end]));
    }
  });
});
