import { expect, it } from 'vitest';
import { startTime, time } from '../../src/cli/command-kit.js';

it.each([
  ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31T09:00:00.25+02:00', '2026-01-31T07:00:00.250Z'],
  ['2024-02-29T23:59:59-00:00', '2024-02-29T23:59:59.000Z'],
])('a time of RFC 3339 is taken: %s', (text, read) => {
  expect(time(text)).toBe(read);
  expect(startTime(text)).toBe(read);
});

it.each([
  ['Jan 1', /with its offset/],
  ['5', /with its offset/],
  ['2026-01-31', /with its offset/],
  ['2026-01-31T09:00:00', /with its offset/],
  ['+275760-09-13T00:00:00Z', /with its offset/],
  ['2026-02-30T00:00:00Z', /There is no day 2026-02-30\./],
  ['2026-13-01T00:00:00Z', /There is no day 2026-13-01\./],
  ['2026-01-01T25:00:00Z', /no such time of a day/],
  ['2026-01-01T00:00:00+25:00', /no such time of a day/],
  ['9999-12-31T23:59:59-01:00', /the years 1 to 9999/],
  ['0000-06-01T00:00:00Z', /the years 1 to 9999/],
])('and nothing else: %s', (text, reason) => {
  expect(() => time(text)).toThrow(reason);
  expect(() => startTime(text)).toThrow(reason);
});

it.each(['1969-12-31T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z'])(
  'a clock does not start at %s, where the demo could not live',
  (text) => expect(() => startTime(text)).toThrow(/^Expected a time from 2000/),
);
