import { readFileSync } from 'node:fs';
import { type Outcome, PermanentError, RetryLater } from '@screening-webhooks/core';
import { toAck } from '@screening-webhooks/core/adapter';
import { expect, it } from 'vitest';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

const outcomes: Record<string, Outcome> = {
  processed: { kind: 'processed' },
  accepted: { kind: 'accepted' },
  duplicate: { kind: 'duplicate' },
  ignored: { kind: 'ignored' },
  discarded: { kind: 'discarded', error: new PermanentError('') },
  in_progress: { kind: 'in_progress', retryAfter: 1 },
  timed_out: { kind: 'timed_out', retryAfter: 1 },
  failed: { kind: 'failed', error: new Error() },
  'failed RetryLater': { kind: 'failed', error: new RetryLater({ after: 1 }), retryAfter: 1 },
  unavailable: { kind: 'unavailable', reason: 'dedupe', retryAfter: 1 },
};

it('the outcome table of the README matches the code', () => {
  const rows = [...readme.matchAll(/^\| `(\w+)` \| ([^|]*) \| (\d{3}) \|$/gm)].map(
    ([, kind = '', when = '', status]) => [
      when.includes('`RetryLater') ? `${kind} RetryLater` : kind,
      Number(status),
    ],
  );
  const table = Object.entries(outcomes).map(([name, outcome]) => [name, toAck(outcome).status]);
  expect(rows).toEqual(table);
});
