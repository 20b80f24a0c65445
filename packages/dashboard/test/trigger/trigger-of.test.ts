import { expect, test } from 'vitest';
import { newTrigger, triggerOf } from '../../src/pages/trigger/trigger-of.js';

const type = 'document_verification.completed';

test('empty fields are left out, so that the service chooses', () => {
  const draft = { ...newTrigger, type, count: undefined, fault: '' };
  expect(triggerOf(draft)).toEqual({ via: 'direct', type, set: {} });
});

test('an override is JSON where it can be, and else text', () => {
  const set = [
    { path: 'data.verified', value: 'false' },
    { path: ' data.state ', value: 'NY' },
    { path: 'data.errorMessage', value: '' },
    { path: 'data.formData', value: '{"a":[1]}' },
    { path: ' ', value: 'ignored' },
  ];
  expect(triggerOf({ ...newTrigger, type, set })).toMatchObject({
    count: 1,
    set: {
      'data.verified': false,
      'data.state': 'NY',
      'data.errorMessage': '',
      'data.formData': { a: [1] },
    },
  });
});

test('an order has none of the fields of a direct event', () => {
  const draft = {
    ...newTrigger,
    via: 'api',
    type,
    integrationId: 'int_1',
    endpointId: 'we_1',
    externalId: 'clinician-1',
    metadata: { a: 1 },
    data: { b: 2 },
    fault: 'duplicate',
    set: [{ path: 'data.state', value: 'NY' }],
  };
  expect(triggerOf(draft)).toEqual({
    via: 'api',
    type,
    count: 1,
    integrationId: 'int_1',
    externalId: 'clinician-1',
    metadata: { a: 1 },
  });
});
