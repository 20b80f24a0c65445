import { expect, test } from 'vitest';
import { triggerOf } from '../../src/pages/trigger/trigger-of.js';

const type = 'document_verification.completed';

test('empty fields are left out, so that the service chooses', () => {
  const draft = { via: 'direct', type, count: undefined, fault: '', set: [{}] };
  expect(triggerOf(draft)).toEqual({ via: 'direct', type });
});

test('an override is text, whose type the service chooses, or a JSON object, list or null', () => {
  const set = [
    { path: 'data.verified', value: 'false' },
    { path: ' data.externalId ', value: '12345' },
    { path: 'data.errorMessage', value: '' },
    { path: 'data.formData', value: '{"a":[1]}' },
    { path: 'data.completedAt', value: 'null' },
    { path: ' ', value: 'ignored' },
  ];
  expect(triggerOf({ via: 'direct', type, count: 1, set, unset: ['data.metadata'] })).toEqual({
    via: 'direct',
    type,
    count: 1,
    unset: ['data.metadata'],
    set: { 'data.formData': { a: [1] }, 'data.completedAt': null },
    setText: { 'data.verified': 'false', 'data.externalId': '12345', 'data.errorMessage': '' },
  });
});

test('an order has none of the fields of a direct event', () => {
  const draft = {
    via: 'api',
    type,
    count: 1,
    integrationId: 'int_1',
    endpointId: 'we_1',
    externalId: 'clinician-1',
    metadata: { a: 1 },
    data: { b: 2 },
    fault: 'duplicate',
    set: [{ path: 'data.state', value: 'NY' }],
    unset: ['data.metadata'],
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
