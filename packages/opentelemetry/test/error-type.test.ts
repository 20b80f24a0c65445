import { PermanentError } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { errorTypes } from '../src/error-type.js';

class PaymentError extends Error {}

it.each([
  ['its class', new TypeError('x'), 'TypeError'],
  ['a class without a name of its own', new PaymentError('x'), 'PaymentError'],
  ['a class of the core', new PermanentError('x'), 'PermanentError'],
  ['a plain error', new Error('x'), 'Error'],
  ['a code of Node', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a code that is text', Object.assign(new Error('x'), { code: 'Maria Ortiz' }), 'Error'],
  ['a code that is a number', Object.assign(new Error('x'), { code: 23505 }), 'Error'],
  ['a name that is text', Object.assign(new Error('x'), { name: 'no Maria Ortiz' }), '_OTHER'],
  ['a name that is long', Object.assign(new Error('x'), { name: 'A'.repeat(61) }), '_OTHER'],
  ['text', 'Maria Ortiz', '_OTHER'],
  ['nothing', undefined, '_OTHER'],
  ['an object', { name: 'Maria' }, '_OTHER'],
  [
    'an error that cannot be read',
    Object.defineProperty(new Error('x'), 'code', {
      get() {
        throw new Error('y');
      },
    }),
    '_OTHER',
  ],
])('an error goes by %s', (_what, error, type) => {
  expect(errorTypes()(error)).toBe(type);
});

it('after fifty of them, further ones are _OTHER, and the fifty are not', () => {
  const errorType = errorTypes();
  const named = (index: number) => Object.assign(new Error('x'), { name: `Error${index}` });
  const types = Array.from({ length: 60 }, (_, index) => errorType(named(index)));
  expect(new Set(types).size).toBe(51);
  expect(types[49]).toBe('Error49');
  expect(types[50]).toBe('_OTHER');
  expect(errorType(named(0))).toBe('Error0');
});
