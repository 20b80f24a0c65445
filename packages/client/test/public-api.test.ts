import { expect, it } from 'vitest';
import * as client from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(client).sort()).toEqual([
    'InvalidInputError',
    'ServiceError',
    'createClient',
    'reconcile',
    'reconcileEvery',
    'resultType',
    'scheduledReconciliation',
  ]);
});
