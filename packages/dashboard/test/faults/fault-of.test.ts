import { expect, test } from 'vitest';
import { faultOf, newFault } from '../../src/pages/faults/fault-of.js';

test('a fault happens once, to anything, unless its fields say more', () => {
  expect(faultOf({ ...newFault, kind: 'delay' })).toEqual({
    kind: 'delay',
    match: {},
    times: 1,
    params: {},
  });
});

test('empty times mean without end', () => {
  expect(faultOf({ ...newFault, kind: 'delay', times: '' })).toMatchObject({ times: null });
});

test('numbers are sent as numbers, also zero, and texts as texts', () => {
  const draft = {
    ...newFault,
    kind: 'delay',
    externalId: '7',
    attempt: '2',
    nth: '3',
    probability: '0',
    seconds: '0.5',
    count: '4',
  };
  expect(faultOf(draft)).toEqual({
    kind: 'delay',
    match: { externalId: '7', attempt: 2, nth: 3 },
    times: 1,
    probability: 0,
    params: { seconds: 0.5, count: 4 },
  });
});
