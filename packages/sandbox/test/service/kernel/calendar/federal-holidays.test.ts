import { describe, expect, it } from 'vitest';
import { federalHolidays } from '../../../../src/service/kernel/calendar/days.js';

// The days in the calendars of the Office of Personnel Management, which are published for 2024 to 2030.
const published: Readonly<Record<number, string>> = {
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2031: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2032: '01-01 01-19 02-16 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  2033: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2034: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  2035: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
};

describe('the federal holidays', () => {
  it.each(Object.entries(published))('of %s', (year, days) => {
    expect(federalHolidays(Number(year))).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  it("of 2027 have two New Year's Days, and those of 2028 none", () => {
    expect(federalHolidays(2027)).toContain('2027-12-31');
    expect(federalHolidays(2028).filter((day) => day < '2028-01-10')).toEqual([]);
  });

  it('have no Inauguration Day, which in 2025 was also Martin Luther King Jr. Day', () => {
    expect(federalHolidays(2025)).toContain('2025-01-20');
    for (const year of [2029, 2033]) expect(federalHolidays(year)).not.toContain(`${year}-01-20`);
  });

  it.each(Array.from({ length: 200 }, (_, index) => 1990 + index))(
    'are on weekdays, in order and eleven a year: %i',
    (year) => {
      const days = federalHolidays(year);
      expect(days).toEqual([...new Set(days)].sort());
      for (const day of days) expect([1, 2, 3, 4, 5]).toContain(new Date(day).getUTCDay());
      const next = new Date(Date.UTC(year + 1, 0, 1)).getUTCDay() === 6 ? 1 : 0;
      const own = new Date(Date.UTC(year, 0, 1)).getUTCDay() === 6 ? 0 : 1;
      expect(days).toHaveLength(10 + own + next);
    },
  );
});
