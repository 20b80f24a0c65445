import { expect, it } from 'vitest';
import { toAck } from '../../src/adapters/index.js';
import { type Outcome, PermanentError, type RejectionCode, RetryLater } from '../../src/index.js';

const error = new Error('with personal data in it');

const outcomes: [outcome: Outcome, status: number, retryAfter?: string][] = [
  [{ kind: 'processed' }, 200],
  [{ kind: 'accepted' }, 202],
  [{ kind: 'duplicate' }, 200],
  [{ kind: 'ignored' }, 200],
  [{ kind: 'discarded', error: new PermanentError('no such candidate') }, 200],
  [{ kind: 'in_progress', retryAfter: 12.2 }, 409, '13'],
  [{ kind: 'timed_out', retryAfter: 60 }, 503, '60'],
  [{ kind: 'failed', error }, 500],
  [{ kind: 'failed', error: new RetryLater({ after: 60 }), retryAfter: 60 }, 503, '60'],
  [{ kind: 'unavailable', reason: 'dedupe', error, retryAfter: 60 }, 503, '60'],
];

it.each(outcomes)('$kind', (outcome, status, retryAfter) => {
  const ack = toAck(outcome);
  expect(ack.status).toBe(status);
  expect(ack.headers['retry-after']).toBe(retryAfter);
  expect(ack.headers['content-type']).toBe('application/json');
  expect(ack.body).toBe(`{"outcome":"${outcome.kind}"}`);
});

const rejections: Record<RejectionCode, number> = {
  method_not_allowed: 405,
  unsupported_media_type: 415,
  unsupported_encoding: 415,
  body_too_large: 413,
  body_incomplete: 400,
  signature_header_missing: 400,
  signature_header_malformed: 400,
  timestamp_missing: 400,
  signature_missing: 400,
  signature_mismatch: 401,
  timestamp_too_old: 400,
  timestamp_in_future: 400,
  event_malformed: 400,
  data_invalid: 422,
  wrong_integration: 403,
};

it.each(Object.entries(rejections))(
  'rejected: %s is %i, and the body says no more than the code',
  (code, status) => {
    const issues = [{ message: 'a secret of the record' }];
    const ack = toAck({
      kind: 'rejected',
      rejection: { ok: false, code: code as RejectionCode, skew: 301, issues },
    });
    expect(ack.status).toBe(status);
    expect(ack.body).toBe(`{"outcome":"rejected","code":"${code}"}`);
    expect(ack.headers['allow']).toBe(status === 405 ? 'POST' : undefined);
  },
);
