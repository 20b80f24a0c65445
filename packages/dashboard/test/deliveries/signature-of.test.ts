import { expect, test } from 'vitest';
import { signatureOf } from '../../src/pages/deliveries/delivery.js';

test('a signature is read, whatever the case of its header', () => {
  expect(signatureOf({ 'service-signature': 't=1700000000, v1=aa,v0=bb,v1=cc' })).toEqual({
    t: '1700000000',
    v1: ['aa', 'cc'],
  });
});

test('a signature header that a fault has replaced is not an error', () => {
  expect(signatureOf({ 'Content-Type': 'application/json' })).toBeUndefined();
  expect(signatureOf({ 'Service-Signature': 'nonsense' })).toEqual({ t: undefined, v1: [] });
  expect(signatureOf({ 'Service-Signature': 'v1=' })).toEqual({ t: undefined, v1: [''] });
});
