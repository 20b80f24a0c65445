import { expect, it } from 'vitest';
import { signingKeys } from '../../src/signature/signing-keys.js';

it('a key is prepared once for all that give its secret', () => {
  const [first] = signingKeys('same');
  expect(signingKeys('same')[0]).toBe(first);
  expect(signingKeys(['other', 'same'])[1]).toBe(first);
});

it('1,024 keys are kept, and the oldest is forgotten first', () => {
  const secrets = Array.from({ length: 1024 }, (_, index) => `kept-${index}`);
  const keys = signingKeys(secrets);
  expect(signingKeys(secrets).every((key, index) => key === keys[index])).toBe(true);
  signingKeys('one more');
  expect(signingKeys('kept-1')[0]).toBe(keys[1]);
  expect(signingKeys('kept-1023')[0]).toBe(keys[1023]);
  expect(signingKeys('kept-0')[0]).not.toBe(keys[0]);
});
