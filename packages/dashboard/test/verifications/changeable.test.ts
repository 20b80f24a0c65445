import { expect, test } from 'vitest';
import { requestBodies } from '../../src/api/generated/bodies.js';
import type { DocumentConfig } from '../../src/pages/verifications/verification.js';
import { known } from '../../src/resource/form/body.js';
import { whyNot } from '../../src/resource/why-not.js';

const config: DocumentConfig = {
  slug: 'forklift-license',
  name: 'Forklift license',
  checkTypeSlug: 'certification',
  states: ['CA'],
  fields: [{ key: 'cardNumber', type: 'string', required: true, pattern: 'FL-\\d{4}' }],
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
  expect(whyNot('changeDocumentConfig', config)).toBeUndefined();
  expect(whyNot('changeDocumentConfig', { ...config, custom: false })).toContain('catalog');
});
