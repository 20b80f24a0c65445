import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { type EventEnvelope, type Inbox, RetryLater } from '@screening-webhooks/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { screeningTelemetry } from '../src/index.js';
import { deliveryOf, eventOf } from './support/deliveries.js';
import { startContext, testSdk } from './support/sdk.js';
import { deliverLate, tracedReceiver } from './support/telemetry.js';

const PROCESS = 'process screening-webhooks';
const SETTLE = 'settle screening-webhooks';

const idOf = (span: ReadableSpan) => span.spanContext().spanId;
const linksOf = (span: ReadableSpan) => span.links.map((link) => link.context.spanId);

describe('with a context manager', () => {
  beforeEach(startContext);

  it('a handler runs in a process span below its delivery, and its spans are below that one', async () => {
    const { sdk, receiver } = tracedReceiver({
      handlers: {
        'document_verification.completed': async () => {
          await new Promise(setImmediate);
          sdk.providers.tracerProvider.getTracer('app').startSpan('query').end();
        },
      },
    });
    await receiver.receive(await deliveryOf(eventOf('evt_1')));

    const span = sdk.span(PROCESS);
    expect(span.kind).toBe(SpanKind.CONSUMER);
    expect(span.parentSpanContext?.spanId).toBe(idOf(sdk.span('POST')));
    expect(sdk.span('query').parentSpanContext?.spanId).toBe(idOf(span));
    expect(span.attributes).toEqual({
      'messaging.system': 'screening_webhooks',
      'messaging.destination.name': 'screening-webhooks',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.message.id': 'evt_1',
      'screening_webhooks.event.type': 'document_verification.completed',
    });
    expect(span.status).toEqual({ code: SpanStatusCode.UNSET });
  });

  it('an error of the handler passes through unchanged, and sets error.type', async () => {
    const thrown = new RetryLater({ after: 7 });
    const { sdk, receiver } = tracedReceiver({
      handlers: {
        '*': () => {
          throw thrown;
        },
      },
    });
    const outcome = await receiver.dispatch(eventOf('evt_1'));
    expect(outcome).toEqual({ kind: 'failed', error: thrown, retryAfter: 7 });
    expect(sdk.span(PROCESS)).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'RetryLater' },
      events: [],
    });
  });

  it('after a timed_out ack, the delivery span and the settle span link to the process span', async () => {
    const sdk = testSdk();
    await deliverLate(screeningTelemetry(sdk.providers).createReceiver, ({ status }) => {
      expect(status).toBe(503);
      expect(sdk.span('POST')).toMatchObject({
        status: { code: SpanStatusCode.ERROR },
        attributes: { 'screening_webhooks.outcome': 'timed_out', 'error.type': 'timed_out' },
      });
      expect(sdk.spans()).toHaveLength(1);
    });
    const delivery = sdk.span('POST');
    const processing = sdk.span(PROCESS);
    expect(linksOf(delivery)).toEqual([idOf(processing)]);
    const settled = sdk.span(SETTLE);
    expect(settled.kind).toBe(SpanKind.CLIENT);
    expect(settled.parentSpanContext?.spanId).toBe(idOf(delivery));
    expect(linksOf(settled)).toEqual([idOf(processing)]);
    expect(settled.attributes).toEqual({
      'messaging.system': 'screening_webhooks',
      'messaging.destination.name': 'screening-webhooks',
      'messaging.operation.name': 'settle',
      'messaging.operation.type': 'settle',
      'messaging.message.id': 'evt_1',
      'screening_webhooks.event.type': 'document_verification.completed',
      'screening_webhooks.outcome': 'processed',
    });
    // The late outcome does not change the delivery span.
    expect(delivery.attributes['screening_webhooks.outcome']).toBe('timed_out');
  });

  describe('through an inbox', () => {
    it.each(['an inbox', 'a function that returns one'])(
      'the process span links to the delivery that stored the event: %s',
      async (form) => {
        const stored: EventEnvelope[] = [];
        const inbox: Inbox = {
          store: (event) => (stored.push(event) > 1 ? 'duplicate' : 'stored'),
        };
        const { sdk, receiver } = tracedReceiver({
          inbox: form === 'an inbox' ? inbox : () => inbox,
        });
        const sent = eventOf('evt_1');
        await receiver.receive(await deliveryOf(sent));
        await receiver.receive(await deliveryOf(sent));
        const [first] = sdk.spans();
        expect(first?.attributes['screening_webhooks.outcome']).toBe('accepted');
        // No trace data is stored.
        expect(stored).toEqual([sent, sent]);

        await context.with(trace.deleteSpan(context.active()), () => receiver.dispatch(sent));
        const span = sdk.span(PROCESS);
        expect(span.parentSpanContext).toBeUndefined();
        expect(linksOf(span)).toEqual([first && idOf(first)]);
      },
    );
  });
});

it('without a context manager, the spans of deliveries and handlers are not nested', async () => {
  const { sdk, receiver } = tracedReceiver();
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  expect(sdk.span(PROCESS).parentSpanContext).toBeUndefined();
  expect(sdk.span('POST').attributes['screening_webhooks.outcome']).toBe('processed');
});
