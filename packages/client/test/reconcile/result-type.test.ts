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
  ['with an empty completedAt', { completedAt: '' }, undefined],
  ['without verified', { verified: undefined }, undefined],
  ['whose verified is not a boolean', { verified: 'true' }, undefined],
  ['with the status VERIFIED that is not verified', { status: 'VERIFIED' }, undefined],
])('a record %s', (_name, fields, expected) => {
  // @ts-expect-error a service may send this
  expect(resultType({ ...final, ...fields })).toBe(expected && `document_verification.${expected}`);
});
