import { expect, it } from 'vitest';
import { resumePosition } from '../../../../../src/service/capabilities/webhooks/deliveries/stream-position.js';

const start = { transaction: 0, seq: 0 };

it.each([
  ['before the end', { transaction: 5, seq: 2 }, { transaction: 5, seq: 2 }],
  ['at the end', { transaction: 7, seq: 0 }, { transaction: 7, seq: 0 }],
  [
    'behind an end that is earlier than it was',
    { transaction: 8, seq: 3 },
    { transaction: 8, seq: 3 },
  ],
  ['at the next number', { transaction: 9, seq: 0 }, { transaction: 9, seq: 0 }],
  ['of another server, which had given more numbers', { transaction: 10, seq: 0 }, start],
])('a client whose position is %s goes on where it should', (_name, after, from) => {
  expect(resumePosition(after, { transaction: 7, next: 9 })).toEqual(from);
});
