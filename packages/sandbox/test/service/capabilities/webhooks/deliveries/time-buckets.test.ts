import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeBuckets } from '../../../../../src/service/capabilities/webhooks/deliveries/time-buckets.js';

const at = (text: string) => new Date(text);

it.each([
  ['a second', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', 1, 2],
  ['an hour', '2026-01-01T00:00:00Z', '2026-01-01T00:59:59Z', 120, 30],
  ['a day', '2026-01-01T00:00:00Z', '2026-01-01T23:59:59Z', 1800, 48],
  ['a day that begins within a bucket', '2026-01-01T00:00:01Z', '2026-01-02T00:00:00Z', 3600, 25],
  ['a year', '2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z', 864_000, 38],
  ['all times', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 8_640_000_000, 37],
])('%s', (_name, first, last, seconds, count) => {
  const { starts, ...rest } = timeBuckets(at(first), at(last));
  expect(rest).toEqual({ seconds });
  expect(starts).toHaveLength(count);
});

it('an instant has a bucket, and what ends before it begins has none', () => {
  const now = at('2026-01-01T00:00:00.500Z');
  expect(timeBuckets(now, now).starts).toEqual([at('2026-01-01T00:00:00Z')]);
  expect(timeBuckets(now, at('2026-01-01T00:00:00.499Z')).starts).toEqual([]);
});

it('covers any range without gaps, with at most 48', () => {
  const time = fc.date({
    min: at('0001-01-01T00:00:00Z'),
    max: at('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [first, last] = one < other ? [one, other] : [other, one];
      const { seconds, starts } = timeBuckets(first, last);
      expect(starts.length).toBeLessThanOrEqual(48);
      const times = starts.map((start) => start.getTime());
      expect(times[0]).toBeLessThanOrEqual(first.getTime());
      expect((times.at(-1) ?? 0) + seconds * 1000).toBeGreaterThan(last.getTime());
      expect(times.at(-1)).toBeLessThanOrEqual(last.getTime());
      for (const [index, start] of times.slice(1).entries()) {
        expect(start - (times[index] ?? 0)).toBe(seconds * 1000);
      }
    }),
  );
});
