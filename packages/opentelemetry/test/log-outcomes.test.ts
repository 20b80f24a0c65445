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
  const bodyBytes = JSON.stringify(event).length;
  const first = {
    ...{ ...timing, eventId: 'evt_1', eventType: 'document_verification.completed', bodyBytes },
    ...ids[0],
  };
  const second = { ...timing, eventId: 'evt_2', eventType: '_OTHER', errorType: 'RetryLater' };
  const bare = { unverifiedEventId: 'evt_1', bodyBytes, durationMs: 0 };
  const line = (level: number, outcome: string, others: object) => ({
    ...{ level, outcome, ...others },
    msg: `screening webhook ${outcome}`,
  });
  expect(lines).toEqual([
    line(40, 'timed_out', first),
    line(30, 'processed', { ...first, late: true }),
    line(50, 'failed', { ...second, bodyBytes: expect.any(Number), ...ids[1] }),
    line(40, 'rejected', { ...bare, code: 'signature_mismatch', ...ids[2] }),
    line(40, 'rejected', { ...bare, code: 'timestamp_too_old', ageSeconds: 303, ...ids[3] }),
    line(50, 'unavailable', { reason: 'draining', durationMs: 0, ...ids[4] }),
  ]);
});

it('logs no trace without an active span', () => {
  const { logger, lines } = pinoLines();
  const outcome = { kind: 'accepted' } as const;
  logOutcomes(logger)({ outcome, late: false, receivedAt: now(), durationMs: 4 });
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
  const handler = () => {
    throw new Error('no such table');
  };
  const observe = logOutcomes(logger);
  const receiver = createReceiver({ secret: SECRET, now, observe, handlers: { '*': handler } });
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  const errorStack = expect.stringContaining('log-outcomes.test.ts');
  expect(lines).toMatchObject([{ outcome: 'failed', errorMessage: 'no such table', errorStack }]);
});
