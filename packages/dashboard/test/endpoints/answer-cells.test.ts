import { expect, it } from 'vitest';
import { answerCells } from '../../src/pages/endpoints/endpoint.js';

const quiet = {
  attempts: 0,
  acknowledged: 0,
  failed: 0,
  medianResponseMs: null,
  p95ResponseMs: null,
};

it('says nothing of what has not happened', () => {
  expect(answerCells(quiet)).toEqual({
    Attempts: '0',
    Acknowledged: '–',
    'Failed for good': '0',
    'Median response': '–',
    '95th percentile': '–',
  });
});

it('groups digits, and does not round up to 100 %', () => {
  const busy = {
    attempts: 12_000,
    acknowledged: 11_999,
    failed: 1,
    medianResponseMs: 0,
    p95ResponseMs: 15_000,
  };
  expect(answerCells(busy)).toEqual({
    Attempts: '12,000',
    Acknowledged: '11,999 (99 %)',
    'Failed for good': '1',
    'Median response': '0 ms',
    '95th percentile': '15,000 ms',
  });
});

it.each([
  [0, '0 (0 %)'],
  [1, '1 (less than 1 %)'],
  [1000, '1,000 (100 %)'],
])('%d of 1,000 attempts are %s', (acknowledged, expected) => {
  expect(answerCells({ ...quiet, attempts: 1000, acknowledged })).toMatchObject({
    Acknowledged: expected,
  });
});
