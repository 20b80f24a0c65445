import { expect, it } from 'vitest';
import { deliverySentence } from '../../src/resource/delivery-sentence.js';

const none = {
  scheduled: 0,
  delivering: 0,
  retrying: 0,
  succeeded: 0,
  failed: 0,
  held: 0,
  canceled: 0,
};

it.each([
  [{}, 'No deliveries in this period.'],
  [{ succeeded: 1 }, '1 of 1 delivered.'],
  [{ succeeded: 9 }, '9 of 9 delivered.'],
  [{ canceled: 1 }, '0 of 1 delivered, 1 was canceled.'],
  [{ failed: 9 }, '0 of 9 delivered, 9 failed.'],
  [{ succeeded: 8, retrying: 1 }, '8 of 9 delivered, 1 is being retried.'],
  [{ failed: 1, retrying: 8 }, '0 of 9 delivered, 1 failed, 8 are being retried.'],
  [
    { succeeded: 1, failed: 2, retrying: 3, delivering: 1, scheduled: 1, held: 4, canceled: 2 },
    '1 of 14 delivered, 2 failed, 3 are being retried, 1 is being sent, 1 is scheduled, 4 are held, 2 were canceled.',
  ],
])('says of %o: %s', (counts, expected) => {
  expect(deliverySentence({ ...none, ...counts })).toBe(expected);
});
