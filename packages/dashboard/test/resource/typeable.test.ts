import { describe, expect, test } from 'vitest';
import { typeable } from '../../src/resource/form/form-of.js';

describe('typeable', () => {
  test.each([
    ['Nightly sync', 'Nightly sync'],
    ['first\nsecond\r\n\tthird', 'first second third'],
    ['in\u202Evoice\u200B', 'in voice'],
    ['\u200B\u2060', ''],
    ['👩‍👩', '👩 👩'],
    ['😀'.repeat(80), '😀'.repeat(60)],
  ])('%j is typed as %j', (text, typed) => {
    expect(typeable(text)).toBe(typed);
    expect(typeable(typed)).toBe(typed);
  });
});
