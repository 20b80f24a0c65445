import { limits } from '../../../limits/limits.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LARGEST_DAYS = [1, 10, 100, 1000, 10_000, 100_000].flatMap((days) => [
  days,
  2 * days,
  5 * days,
]);

const sizes = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...LARGEST_DAYS.map((days) => days * DAY),
];

const { most: MOST } = limits.buckets;

/** The earliest time that the database accepts. Buckets begin a multiple of their size after it, and so not before it. */
export const EARLIEST = new Date('0001-01-01T00:00:00Z');

/**
 * The smallest buckets that cover a range with at most 48 of them.
 *
 * @param first The first time of the range, not before `EARLIEST`.
 * @param last The last time of the range. If it is before `first`, the range is empty and has no buckets.
 * @returns their size in seconds, and their start times in order.
 */
export function timeBuckets(first: Date, last: Date) {
  const from = first.getTime() - EARLIEST.getTime();
  const to = last.getTime() - EARLIEST.getTime();
  const size = sizes.find((one) => bucketNumber(to, one) - bucketNumber(from, one) < MOST);
  if (size === undefined) throw new Error('The range is too long.');
  const count = to < from ? 0 : bucketNumber(to, size) - bucketNumber(from, size) + 1;
  return {
    seconds: size / SECOND,
    starts: Array.from(
      { length: count },
      (_, index) => new Date(EARLIEST.getTime() + (bucketNumber(from, size) + index) * size),
    ),
  };
}

function bucketNumber(time: number, size: number): number {
  return Math.floor(time / size);
}
