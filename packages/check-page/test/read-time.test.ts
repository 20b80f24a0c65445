import { expect, test } from 'vitest';
import { readTime } from '../src/read-time.js';

const time = Date.parse('2026-11-21T03:04:00Z');

test.each([
  '2026-11-21T03:04:00Z',
  '2026-11-21T03:04Z',
  ' 2026-11-21t03:04:00.000z ',
  '2026-11-21 03:04:00Z',
  '2026-11-21T04:04:00+01:00',
  String(time),
  String(time / 1000),
])('%s is a time', (text) => expect(readTime(text)).toBe(time));

test.each([
  '2026-11-21T03:04:00',
  '2026-11-21',
  '03:04',
  'now',
  '-1',
  '1.5',
  '2026-13-21T03:04:00Z',
])('%s is none', (text) => expect(readTime(text)).toBeUndefined());
