import { fixture } from '@screening-webhooks/testing';
import { expect, it } from 'vitest';
import { eventOf, eventOfText } from '../../src/inbox/inbox-job.js';
import { endingOf } from '../../src/inbox/job-result.js';

const event = fixture('document_verification.recorded');

// Data of another program, or that somebody has changed.
it.each([
  'null',
  '5',
  '"x"',
  '[]',
  '{}',
  '{"event":5}',
  '{"event":{"id":"evt_0"}}',
  '{"event":{"type":"a"}}',
])('no event is in a job with the data %s', (text) => {
  const damaged = { reason: 'never_ran: what the inbox had stored is damaged' };
  expect(eventOfText(text)).toMatchObject(damaged);
  expect(eventOf({ data: JSON.parse(text), timestamp: 1 })).toMatchObject(damaged);
});

it('an event is in a job as it was stored', () => {
  const data = { token: 'token', event };
  expect([eventOf({ data, timestamp: 1 }), eventOfText(JSON.stringify(data))]).toEqual([
    event,
    event,
  ]);
});

it('the text of an error is kept short', () => {
  const ending = endingOf({ kind: 'failed', error: new Error('x'.repeat(3_000_000)) });
  if (ending.kind !== 'failed') return expect.unreachable();
  expect(ending.error.message).toHaveLength(2000);
  expect(ending.error.stack?.length).toBeLessThanOrEqual(10_000);
});
