import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
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

it('the slowest pattern ends, whatever the text', () => {
  const pattern = '[ab]{0,99}'.repeat(10);
  expect(matchesPattern(pattern, `${'a'.repeat(60_000)}!`)).toBe(false);
});
