import type { Temporal } from 'temporal-polyfill';
import { federalHolidays } from './federal-holidays.js';

const FRIDAY = 5;

/** The date that lies a number of business days after another, which may itself be none. */
export function addBusinessDays(date: Temporal.PlainDate, days: number): Temporal.PlainDate {
  let reached = date;
  for (let left = days; left > 0; ) {
    reached = reached.add({ days: 1 });
    if (isBusinessDay(reached)) left -= 1;
  }
  return reached;
}

/** Checks whether a date is neither on a weekend nor a federal holiday. */
export function isBusinessDay(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek <= FRIDAY && !federalHolidays(date.year).includes(date.toString());
}
