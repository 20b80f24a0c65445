import { describe, expect, it } from 'vitest';
import { resultId } from '../../src/index.js';
import { pollOf, RESULT, webhook } from '../support/reconciling.js';

describe('resultId', () => {
  it('is made of verificationId, status and completedAt', () => {
    expect(resultId(webhook('evt_1'))).toBe(RESULT);
    expect(resultId(pollOf())).toBe(RESULT);
  });

  it.each([
    ['another type', { ...webhook('evt_1'), type: 'report.completed' }],
    ['no data', { ...webhook('evt_1'), data: null }],
    ['no completedAt', webhook('evt_1', { completedAt: null })],
    ['an empty status', webhook('evt_1', { status: '' })],
    ['a verificationId that is not a string', webhook('evt_1', { verificationId: 7 })],
    ['a name too long for an id', webhook('evt_1', { verificationId: 'v'.repeat(250) })],
  ])('of an event with %s is its own id', (_name, event) => {
    expect(resultId(event)).toBe('evt_1');
  });

  it('no two results have one name', () => {
    const ids = [
      { verificationId: 'a', status: 'b:c' },
      { verificationId: 'a:b', status: 'c' },
      { verificationId: 'a%3Ab', status: 'c' },
    ].map((data) => resultId(webhook('evt_1', data)));
    expect(new Set(ids).size).toBe(3);
  });
});
