import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  choicesOf,
  choose,
  matchesPattern,
  readPattern,
} from '../../../../src/service/capabilities/verifications/field-pattern.js';

it.each([
  'A',
  '[A-Z0-9-]{3,30}',
  '[12]\\d{9}',
  '[A-Z][A-Z9]\\d{7}',
  'a?a?aa',
  '[^a]{0,3}b',
  'a{0}b',
  '[\\]a]{2}\\.',
  '\u{1f600}{2}',
])('%s takes the texts that the regular expression takes', (pattern) => {
  const whole = new RegExp(`^(?:${pattern})$`, 'u');
  const near = fc
    .stringMatching(whole)
    .chain((text) =>
      fc.tuple(fc.constant(text), fc.nat(text.length), fc.constantFrom('', 'a', 'b', '1', ']')),
    );
  fc.assert(
    fc.property(near, ([text, at, more]) => {
      expect(matchesPattern(pattern, text)).toBe(true);
      const other = text.slice(0, at) + more + text.slice(at + 1);
      if (!/\p{Cs}/u.test(other)) expect(matchesPattern(pattern, other)).toBe(whole.test(other));
    }),
  );
});

it.each([
  '',
  '(a|b)',
  '(a+)+',
  'a*',
  'a+',
  '.',
  '^a$',
  'a{100}',
  'a{,3}',
  '[z-a]',
  '[',
  '\\w',
  'a b',
])('%j is not read', (pattern) => {
  expect(readPattern(pattern)).toBeUndefined();
});

it('any pattern takes the texts that the regular expression takes', () => {
  const kinds = fc.constantFrom('a', 'b', '[ab]', '[^a]', '[b\u{1f600}]');
  const times = fc.constantFrom('', '?', '{2}', '{0,3}', '{2,4}', '{1,9}');
  const patterns = fc.array(fc.tuple(kinds, times), { minLength: 1, maxLength: 6 });
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f600}'), maxLength: 20 });
  fc.assert(
    fc.property(patterns, texts, (parts, text) => {
      const pattern = parts.flat().join('');
      expect(matchesPattern(pattern, text)).toBe(new RegExp(`^(?:${pattern})$`, 'u').test(text));
    }),
    { numRuns: 1000 },
  );
});

describe('of a text', () => {
  const parts = 5;
  const pattern = '\\d{0,99}'.repeat(parts);

  /** The number of pattern searches in a text. */
  function countSearches(text: string): number {
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    onTestFinished(() => exec.mockRestore());
    matchesPattern(pattern, text);
    return exec.mock.calls.length;
  }

  it('each character is compared once with each part', () => {
    const length = 99 * parts;
    expect(matchesPattern(pattern, '1'.repeat(length))).toBe(true);
    // One more to read the pattern, and one to find the end of the text.
    expect(countSearches('1'.repeat(length))).toBeLessThanOrEqual((parts + 1) * (length + 1));
  });

  it('nothing is compared when it is longer than all that match', () => {
    const text = '1'.repeat(99 * parts + 1);
    expect(matchesPattern(pattern, text)).toBe(false);
    expect(countSearches(text)).toBe(parts + 1);
  });
});

describe('a text that is chosen', () => {
  const made = (pattern: string, seed: string) => choose(choicesOf(pattern) ?? [], seed);

  it.each(['[A-Z0-9-]{3,30}', 'FL-\\d{4}', '["\\\\]{99}', 'a{0}', '\u00dc?[^a-z]'])(
    '%s matches',
    (pattern) => {
      fc.assert(
        fc.property(fc.string(), (seed) => {
          const text = made(pattern, seed);
          expect(matchesPattern(pattern, text)).toBe(true);
          expect(made(pattern, seed)).toBe(text);
        }),
      );
    },
  );

  it('differs from seed to seed', () => {
    const texts = Array.from({ length: 100 }, (_, seed) => made('[a-z]{8}', `${seed}`));
    expect(new Set(texts).size).toBe(100);
  });
});
