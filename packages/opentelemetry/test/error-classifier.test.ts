import { PermanentError } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { errorClassifier } from '../src/error-classifier.js';

class PaymentError extends Error {}

it.each([
  ['a built-in class', new TypeError('x'), 'TypeError'],
  ['a class without a name of its own', new PaymentError('x'), 'PaymentError'],
  ['a class of the core', new PermanentError('x'), 'PermanentError'],
  ['a plain error', new Error('x'), 'Error'],
  ['a code of Node', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a code that is free text', Object.assign(new Error('x'), { code: 'Maria Ortiz' }), 'Error'],
  ['a code that is a number', Object.assign(new Error('x'), { code: 23505 }), 'Error'],
  ['a name that is free text', Object.assign(new Error('x'), { name: 'no Maria Ortiz' }), '_OTHER'],
  ['a name that is long', Object.assign(new Error('x'), { name: 'A'.repeat(61) }), '_OTHER'],
  ['a string', 'Maria Ortiz', '_OTHER'],
  ['undefined', undefined, '_OTHER'],
  ['an object', { name: 'Maria' }, '_OTHER'],
  [
    'an error whose code throws',
    Object.defineProperty(new Error('x'), 'code', {
      get() {
        throw new Error('y');
      },
    }),
    '_OTHER',
  ],
])('classifies %s', (_what, error, type) => {
  expect(errorClassifier()(error)).toBe(type);
});

it('returns _OTHER for new types after the first fifty', () => {
  const errorType = errorClassifier();
  const named = (index: number) => Object.assign(new Error('x'), { name: `Error${index}` });
  const types = Array.from({ length: 60 }, (_, index) => errorType(named(index)));
  expect(new Set(types).size).toBe(51);
  expect(types[49]).toBe('Error49');
  expect(types[50]).toBe('_OTHER');
  expect(errorType(named(0))).toBe('Error0');
});
