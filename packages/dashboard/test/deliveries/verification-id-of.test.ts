import { expect, test } from 'vitest';
import { verificationIdOf } from '../../src/pages/deliveries/delivery.js';

test.each([
  ['{"data":{"verificationId":"dv_1"}}', 'dv_1'],
  ['{"data":{"verificationId":7}}', undefined],
  ['{"data":{"verificationId":""}}', undefined],
  ['{"data":null}', undefined],
  ['null', undefined],
  ['{"data"', undefined],
])('the verification of %s is %s', (body, expected) => {
  expect(verificationIdOf(body)).toBe(expected);
});
