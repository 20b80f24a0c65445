import { expect, test } from 'vitest';
import { type Attempt, ownAttempt } from '../../src/pages/deliveries/delivery.js';

const attempt = (number: number, trigger: Attempt['trigger']): Attempt => ({
  id: `att_${number}`,
  number,
  trigger,
  state: 'succeeded',
  url: 'http://127.0.0.1:3000/',
  requestHeaders: {},
  signedAt: '2026-11-22T19:00:00.000Z',
  startedAt: '2026-11-22T19:00:00.000Z',
  fault: null,
  durationMs: 1,
  responseStatus: 200,
  responseHeaders: {},
  responseBody: '',
  error: null,
});

test('the latest attempt decides, but not the repeats that a fault has sent after it', () => {
  const attempts = [attempt(1, 'scheduled'), attempt(2, 'manual'), attempt(3, 'fault')];
  expect(ownAttempt(attempts)?.number).toBe(2);
  expect(ownAttempt([])).toBeUndefined();
});
