import { expect, test } from 'vitest';
import { type DocumentConfig, formDataOf } from '../../src/pages/verifications/verification.js';

const config: DocumentConfig = {
  slug: 'rn-license',
  name: 'Registered nurse license',
  checkTypeSlug: 'license-verification',
  states: ['*'],
  fields: [
    { key: 'licenseNumber', type: 'string', required: true },
    { key: 'holderName', type: 'string', required: false },
  ],
  requiresFiles: false,
  sourceSlug: 'sbx-nursing-board',
  magicField: 'licenseNumber',
  custom: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  magicValues: [],
};

test('sent are the fields of the configuration that were filled in, without spaces around them', () => {
  const fields = { licenseNumber: ' RN-1 ', holderName: '  ', npi: '1234567893' };
  expect(formDataOf(fields, config)).toEqual({ licenseNumber: 'RN-1' });
});
