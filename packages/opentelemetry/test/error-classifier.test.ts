import { expect, it } from 'vitest';
import { errorClassifier } from '../src/error-classifier.js';

class PaymentError extends Error {}

const errorWith = (changes: object) => Object.assign(new Error('x'), changes);
const throwing = Object.defineProperty(new Error('x'), 'code', {
  get() {
    throw new Error('y');
  },
});

it.each([
  ['a built-in class', new TypeError('x'), 'TypeError'],
  ['a class without a name of its own', new PaymentError('x'), 'PaymentError'],
  ['a plain error', new Error('x'), 'Error'],
  ['a code of Node', errorWith({ code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a code that is free text', errorWith({ code: 'Maria Ortiz' }), 'Error'],
  ['a code that is long', errorWith({ code: 'A'.repeat(61) }), 'Error'],
  ['a code that is a number', errorWith({ code: 23505 }), 'Error'],
  ['a name that is free text', errorWith({ name: 'no Maria Ortiz' }), '_OTHER'],
  ['a name that is long', errorWith({ name: 'A'.repeat(61) }), '_OTHER'],
  ['an object', { name: 'Maria' }, '_OTHER'],
  ['an error whose code throws', throwing, '_OTHER'],
])('classifies %s', (_what, error, type) => {
  expect(errorClassifier()(error)).toBe(type);
});

it('returns _OTHER for new types after the first fifty', () => {
  const errorType = errorClassifier();
  const types = Array.from({ length: 51 }, (_, index) =>
    errorType(errorWith({ name: `Error${index}` })),
  );
  expect(types.slice(-2)).toEqual(['Error49', '_OTHER']);
  expect(errorType(errorWith({ name: 'Error0' }))).toBe('Error0');
});
