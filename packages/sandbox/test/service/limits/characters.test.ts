import { expect, it } from 'vitest';
import { cutTo, firstCharacters, isLongerThan } from '../../../src/service/limits/characters.js';

it.each([
  ['', 0],
  ['abc', 3],
  ['é', 1],
  ['😀', 1],
  ['a😀b', 3],
  // A lone surrogate is one character.
  ['\ud83d', 1],
])('%j has %i characters', (text, many) => {
  expect(isLongerThan(many, text)).toBe(false);
  if (many > 0) expect(isLongerThan(many - 1, text)).toBe(true);
});

it('a text is cut between characters', () => {
  expect(firstCharacters(2, 'a😀b')).toBe('a😀');
  expect(firstCharacters(3, 'a😀b')).toBe('a😀b');
  expect(firstCharacters(2, '😀😀😀')).toBe('😀😀');
  expect(cutTo(2, 'a😀b')).toBe('a😀…');
  expect(cutTo(3, 'a😀b')).toBe('a😀b');
});
