import { expect, test, vi } from 'vitest';
import { formatTime, instantOf, localOf } from '../../src/clock/local-time.js';

test.each([
  ['UTC', '2026-03-10T14:00:05.000Z', '2026-03-10T14:00:05'],
  ['America/New_York', '2026-03-07T14:00:00.000Z', '2026-03-07T09:00:00'],
  // The clocks have gone forward.
  ['America/New_York', '2026-03-10T14:00:00.000Z', '2026-03-10T10:00:00'],
  ['Asia/Kathmandu', '2025-12-31T20:00:00.000Z', '2026-01-01T01:45:00'],
])('in the zone %s, %s is %s, both ways', (zone, instant, local) => {
  vi.stubEnv('TZ', zone);
  expect(localOf(instant)).toBe(local);
  expect(instantOf(local)).toBe(instant);
});

test('a year before 1000 has four digits, as while somebody types it', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(localOf(instantOf('0002-03-10T14:00') ?? '')).toBe('0002-03-10T14:00:00');
});

test('a time with an offset is shown in the zone, and what is below a second is left out', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(localOf('2026-03-10T16:00:05.999+02:00')).toBe('2026-03-10T10:00:05');
});

test('a field without seconds means the full minute', () => {
  vi.stubEnv('TZ', 'UTC');
  expect(instantOf('2026-03-10T14:00')).toBe('2026-03-10T14:00:00.000Z');
});

test('a time that the clocks skip is the one after the gap', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(localOf(instantOf('2026-03-08T02:30:00') ?? '')).toBe('2026-03-08T03:30:00');
});

test.each(['', 'soon', '2026-13-01T00:00:00Z'])('%j is shown as an empty field', (text) => {
  expect(localOf(text)).toBe('');
});

test.each(['', 'soon', '2026-03-10', '2026-02-30T10:00', '2026-03-10T25:00', '12026-03-10T10:00'])(
  '%j in a field is not a time',
  (text) => {
    expect(instantOf(text)).toBeUndefined();
  },
);

test('a time is said with its zone', () => {
  const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts(new Date('2026-11-27T04:59:59.000Z'))
    .find(({ type }) => type === 'timeZoneName')?.value;
  expect(formatTime('2026-11-27T04:59:59.000Z')).toContain(String(zone));
});
