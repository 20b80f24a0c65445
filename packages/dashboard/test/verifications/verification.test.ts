import { expect, test } from 'vitest';
import { requestBodies } from '../../src/api/generated/bodies.js';
import { type DocumentConfig, formDataOf } from '../../src/pages/verifications/verification.js';
import { known } from '../../src/resource/form/body.js';
import { refusalFor } from '../../src/resource/refusal.js';

const config: DocumentConfig = {
  slug: 'forklift-license',
  name: 'Forklift license',
  checkTypeSlug: 'certification',
  states: ['CA'],
  fields: [
    { key: 'cardNumber', type: 'string', required: true, pattern: 'FL-\\d{4}' },
    { key: 'holderName', type: 'string', required: false },
  ],
  requiresFiles: true,
  sourceSlug: null,
  magicField: 'cardNumber',
  custom: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  magicValues: [{ value: 'SBX-OK-1', outcome: 'VERIFIED' }],
};

test('the form of a change has what the API takes, as it is now', () => {
  const { slug, custom, createdAt, updatedAt, magicValues, ...parts } = config;
  expect(known(requestBodies.changeDocumentConfig, config)).toEqual(parts);
});

test('one of the catalog cannot be edited', () => {
  expect(refusalFor('changeDocumentConfig', config)).toBeUndefined();
  expect(refusalFor('changeDocumentConfig', { ...config, custom: false })).toContain('catalog');
});

test('sent are the fields of the configuration that were filled in, without spaces around them', () => {
  const fields = { cardNumber: ' FL-1234 ', holderName: '  ', npi: '1234567893' };
  expect(formDataOf(fields, config)).toEqual({ cardNumber: 'FL-1234' });
});
