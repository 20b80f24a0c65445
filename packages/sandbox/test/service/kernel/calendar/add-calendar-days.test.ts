import { expect, it } from 'vitest';
import { addCalendarDays } from '../../../../src/service/kernel/calendar/days.js';

const NEW_YORK = 'America/New_York';

it.each([
  ['2026-02-15T15:00:00.000Z', 30, NEW_YORK, '2026-03-17T14:00:00.000Z'],
  ['2026-10-15T14:00:00.000Z', 30, NEW_YORK, '2026-11-14T15:00:00.000Z'],
  ['2028-02-01T15:00:00.000Z', 30, NEW_YORK, '2028-03-02T15:00:00.000Z'],
  ['2026-10-15T14:00:00.123Z', 30, 'Asia/Kolkata', '2026-11-14T14:00:00.123Z'],
  // 2:30 on March 8 does not exist, and means 3:30.
  ['2026-03-07T07:30:00.000Z', 1, NEW_YORK, '2026-03-08T07:30:00.000Z'],
  // 1:30 on November 1 happens twice, and means the first, also if the start was the second.
  ['2026-10-31T05:30:00.000Z', 1, NEW_YORK, '2026-11-01T05:30:00.000Z'],
  ['2026-11-01T06:30:00.000Z', 1, NEW_YORK, '2026-11-02T06:30:00.000Z'],
])('%s and %i days in %s is %s', (from, days, timeZone, expected) => {
  expect(addCalendarDays(new Date(from), days, timeZone).toISOString()).toBe(expected);
});
