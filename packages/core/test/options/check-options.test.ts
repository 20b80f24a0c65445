import { describe, expect, it } from 'vitest';
import {
  checkMilliseconds,
  checkStopTimeout,
  checkWholeNumber,
} from '../../src/store-kit/index.js';

describe('checkStopTimeout', () => {
  it('gives 30 s for undefined, and what a timer takes for more than that', () => {
    expect(checkStopTimeout(undefined)).toBe(30_000);
    expect(checkStopTimeout({ timeout: 0 })).toBe(0);
    expect(checkStopTimeout({ timeout: 2 ** 31 })).toBe(2 ** 31 - 1);
    expect(checkStopTimeout({ timeout: Infinity })).toBe(2 ** 31 - 1);
  });

  it.each([null, Number.NaN, -1, '30'])('refuses %s, which would abort the work at once', (ms) => {
    expect(() => checkStopTimeout({ timeout: ms as number })).toThrow(
      /^timeout: expected milliseconds/,
    );
  });
});

describe('checkMilliseconds', () => {
  it('gives the default, or a value in the range', () => {
    expect(checkMilliseconds('lease', undefined, 30)).toBe(30);
    expect(checkMilliseconds('lease', 0.5, 30)).toBe(0.5);
    expect(checkMilliseconds('lease', 10, 30, { least: 10, most: 20 })).toBe(10);
  });

  it.each([0, -1, Number.NaN, Infinity, 2 ** 31, '5'])('refuses %s', (ms) => {
    expect(() => checkMilliseconds('lease', ms as number, 30)).toThrow(
      /^lease: .* Leave it out for 30/,
    );
  });

  it.each([9, 21])('refuses %s outside of a range', (ms) => {
    const check = () => checkMilliseconds('lease', ms, 15, { least: 10, most: 20 });
    expect(check).toThrow('lease: expected milliseconds of at least 10 and at most 20');
  });
});

describe('checkWholeNumber', () => {
  it('gives the default, or the number', () => {
    expect(checkWholeNumber('attempts', undefined, 10)).toBe(10);
    expect(checkWholeNumber('attempts', 1, 10)).toBe(1);
  });

  it.each([0, 1.5, Number.NaN, Infinity, '3', 2 ** 53])('refuses %s', (number) => {
    expect(() => checkWholeNumber('attempts', number as number, 10)).toThrow(/^attempts: expected/);
  });
});
