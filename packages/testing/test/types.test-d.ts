import type { EventOf } from '@screening-webhooks/core';
import { expectTypeOf, test } from 'vitest';
import { fixture, recordingHandler } from '../src/index.js';

test('a fixture is an event of its type', () => {
  const event = fixture('document_verification.completed');
  expectTypeOf(event).toEqualTypeOf<EventOf<'document_verification.completed'>>();
  expectTypeOf(event.data.verified).toEqualTypeOf<true>();
});

test('overrides are fields of the record', () => {
  fixture('document_verification.failed', { data: { errorMessage: null, attemptCount: 2 } });
  // @ts-expect-error TS2322: a number
  fixture('document_verification.failed', { data: { attemptCount: 'two' } });
  // @ts-expect-error TS2353: verificationID
  fixture('document_verification.failed', { data: { verificationID: 'dv_1' } });
  // @ts-expect-error TS2345: recordedd
  fixture('document_verification.recordedd');
});

test('a recording handler gets the number of the run', () => {
  const handler = recordingHandler((_event, run) => {
    expectTypeOf(run).toEqualTypeOf<number>();
  });
  expectTypeOf(handler.runsOf('evt_1')).toEqualTypeOf<number>();
});
