import { expect, test } from 'vitest';
import { subjectOf } from '../../src/pages/events/event-columns.js';

test.each([
  [
    { verificationId: 'dv_1', id: 'other_1' },
    { id: 'dv_1', isVerification: true },
  ],
  [{ id: 'rep_1' }, { id: 'rep_1', isVerification: false }],
  [
    { verificationId: '', id: 'rep_1' },
    { id: 'rep_1', isVerification: false },
  ],
  [{ verificationId: 7 }, undefined],
  [{ id: '' }, undefined],
  [{}, undefined],
])('the subject of %o is %o', (data, expected) => {
  expect(subjectOf(data)).toEqual(expected);
});
