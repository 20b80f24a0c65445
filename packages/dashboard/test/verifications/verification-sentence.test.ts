import { expect, test } from 'vitest';
import { verificationSentence } from '../../src/pages/verifications/verification.js';

test.each([
  ['PENDING', 0, 'It waits until its fields and files are submitted.'],
  ['PROCESSING', 0, 'It waits for a decision, after 0 attempts.'],
  ['VERIFIED', 1, 'The document is verified, after 1 attempt.'],
  ['FAILED', 3, 'The document is not verified, after 3 attempts.'],
  ['RECORDED', 0, 'The document is recorded. No issuing source has verified it.'],
  ['CANCELED', 0, 'It was canceled before it was decided.'],
] as const)('%s after %i attempts', (status, attemptCount, sentence) => {
  expect(verificationSentence({ status, attemptCount, errorMessage: null })).toBe(sentence);
});
