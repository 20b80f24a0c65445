import { expect, test } from 'vitest';
import { wordsOf } from '../../src/words/words-of.js';

test.each([
  ['createdAfter', 'Created after'],
  ['q', 'Search'],
  ['integrationId', 'Integration ID'],
])('%s is %s', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});
