import { createReceiver, RetryLater } from '@screening-webhooks/core';
import pino from 'pino';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { expect, it } from 'vitest';
import { logOutcomes, type OutcomeLogger, screeningTelemetry } from '../src/index.js';
import { afterMs } from './support/after-ms.js';
import { AT, deliveryOf, eventOf, now, SECRET } from './support/deliveries.js';
import { startContext, testSdk } from './support/sdk.js';

/** A pino logger, and the lines that it has logged. */
function pinoLines() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino(
    { base: null, timestamp: false },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  return { logger, lines };
}

it('logs one line for each outcome, with these fields and no others', async () => {
  startContext();
  const sdk = testSdk();
  const { logger, lines } = pinoLines();
  const hold = deferred();
  const late = deferred();
  const receiver = screeningTelemetry(sdk.providers).createReceiver({
    secret: SECRET,
    now,
    ackTimeout: 20,
    handlers: {
      'document_verification.completed': () => hold.promise,
      '*': () => {
        throw new RetryLater({ after: 1 });
      },
    },
    observe: (observation) => {
      logOutcomes(logger)(observation);
      if (observation.late) late.resolve();
    },
  });
  const event = eventOf('evt_1');
  const signed = await deliveryOf(event);
  await afterMs(20, () => receiver.receive(signed));
  hold.resolve();
  await late.promise;
  await receiver.receive(await deliveryOf({ ...event, id: 'evt_2', type: 'brand.new' }));
  await receiver.receive(await deliveryOf(event, {}, { secret: 'another' }));
  await receiver.receive(await deliveryOf(event, {}, { at: AT - 301 }));
  await receiver.drain();
  await receiver.receive(await deliveryOf(event));

  const ids = sdk
    .spans()
    .filter(({ name }) => name === 'POST')
    .map((span) => ({ trace_id: span.spanContext().traceId, span_id: span.spanContext().spanId }));
  const timing = { ageSeconds: 2.5, secretIndex: 0, durationMs: 0 };
  const verified = {
    ...timing,
    eventId: 'evt_1',
    eventType: 'document_verification.completed',
    bodyBytes: JSON.stringify(event).length,
  };
  expect(lines).toEqual([
    { level: 40, outcome: 'timed_out', ...verified, ...ids[0], msg: 'screening webhook timed_out' },
    {
      level: 30,
      outcome: 'processed',
      late: true,
      ...verified,
      ...ids[0],
      msg: 'screening webhook processed',
    },
    {
      level: 50,
      outcome: 'failed',
      errorType: 'RetryLater',
      ...timing,
      eventId: 'evt_2',
      eventType: '_OTHER',
      bodyBytes: expect.any(Number),
      ...ids[1],
      msg: 'screening webhook failed',
    },
    {
      level: 40,
      outcome: 'rejected',
      code: 'signature_mismatch',
      bodyBytes: verified.bodyBytes,
      durationMs: 0,
      ...ids[2],
      msg: 'screening webhook rejected',
    },
    {
      level: 40,
      outcome: 'rejected',
      code: 'timestamp_too_old',
      ageSeconds: 303,
      bodyBytes: verified.bodyBytes,
      durationMs: 0,
      ...ids[3],
      msg: 'screening webhook rejected',
    },
    {
      level: 50,
      outcome: 'unavailable',
      reason: 'draining',
      durationMs: 0,
      ...ids[4],
      msg: 'screening webhook unavailable',
    },
  ]);
});

it('logs no trace without an active span', async () => {
  const { logger, lines } = pinoLines();
  logOutcomes(logger)({
    outcome: { kind: 'accepted' },
    late: false,
    receivedAt: now(),
    durationMs: 4,
  });
  expect(lines).toEqual([
    { level: 30, outcome: 'accepted', durationMs: 4, msg: 'screening webhook accepted' },
  ]);
});

it('rejects a value that is not a logger', () => {
  const values: readonly unknown[] = [undefined, {}, { info() {}, warn() {} }];
  for (const logger of values) {
    expect(() => logOutcomes(logger as OutcomeLogger)).toThrow(/^logger: expected a logger, but/);
  }
});

it('a fault of the receiver has the message and the stack of its error', async () => {
  const { logger, lines } = pinoLines();
  const receiver = createReceiver({
    secret: SECRET,
    now,
    observe: logOutcomes(logger),
    handlers: {
      '*': () => {
        throw new Error('no such table');
      },
    },
  });
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  expect(lines).toMatchObject([
    {
      outcome: 'failed',
      errorMessage: 'no such table',
      errorStack: expect.stringContaining('log-outcomes.test.ts'),
    },
  ]);
});
