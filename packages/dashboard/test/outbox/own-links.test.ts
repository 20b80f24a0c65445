import { expect, test } from 'vitest';
import { ownLinks } from '../../src/pages/outbox/outbox-page.js';

const origin = 'http://127.0.0.1:4010';

test('addresses of the origin are found, each once', () => {
  const text = `Open this:\n${origin}/intake/a.b\nAgain: ${origin}/intake/a.b and ${origin}/dispute/c`;
  expect(ownLinks(text, origin)).toEqual([`${origin}/intake/a.b`, `${origin}/dispute/c`]);
});

test.each([
  'https://evil.example/intake/a',
  'http://127.0.0.1:4010@evil.example/',
  'http://127.0.0.1:40100/intake/a',
  'http://127.0.0.1:4010.evil.example/',
  'https://127.0.0.1:4010/intake/a',
  'javascript:alert(1)//http:',
  'http://[',
])('%s stays text', (address) => {
  expect(ownLinks(`See ${address} now`, origin)).toEqual([]);
});
