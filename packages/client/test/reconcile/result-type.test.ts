import { expect, it } from 'vitest';
import { resultType } from '../../src/index.js';

const final = {
  status: 'X',
  verified: false,
  errorMessage: null,
  completedAt: '2026-11-20T10:00:00.000Z',
};

it.each([
  ['confirmed', { verified: true, status: 'VERIFIED' }, 'completed'],
  ['confirmed under another status', { verified: true }, 'completed'],
  ['with an error', { errorMessage: 'not found' }, 'failed'],
  ['without an error', {}, 'recorded'],
  ['with an empty error', { errorMessage: '' }, 'recorded'],
  ['not completed', { verified: true, completedAt: null }, undefined],
  ['not completed yet', { completedAt: undefined }, undefined],
  ['completed at no time', { completedAt: '' }, undefined],
  ['whose verified is absent', { verified: undefined }, undefined],
  ['whose verified is no boolean', { verified: 'true' }, undefined],
  ['that denies its status', { status: 'VERIFIED' }, undefined],
])('a record %s', (_name, fields, expected) => {
  // @ts-expect-error what a service could send
  expect(resultType({ ...final, ...fields })).toBe(expected && `document_verification.${expected}`);
});
