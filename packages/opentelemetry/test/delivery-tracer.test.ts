import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { PermanentError, RawBodyUnavailableError } from '@screening-webhooks/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliveryOf, eventOf, SECRET } from './support/deliveries.js';
import { startContext } from './support/sdk.js';
import { tracedReceiver } from './support/telemetry.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;

beforeEach(startContext);

it('a delivery has a server span, with these attributes and no others', async () => {
  const { sdk, receiver } = tracedReceiver(
    { secret: ['next', SECRET] },
    { route: '/webhooks/screening' },
  );
  const ack = await receiver.receive(await deliveryOf(eventOf('evt_1')));
  expect(ack.status).toBe(200);

  const span = sdk.span('POST /webhooks/screening');
  expect(span.kind).toBe(SpanKind.SERVER);
  expect(span.parentSpanContext).toBeUndefined();
  expect(span.status).toEqual({ code: SpanStatusCode.UNSET });
  expect(span.events).toEqual([]);
  expect(span.links).toEqual([]);
  expect(span.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'http.route': '/webhooks/screening',
    'messaging.destination.name': 'screening-webhooks',
    'messaging.message.id': 'evt_1',
    'messaging.message.body.size': JSON.stringify(eventOf('evt_1')).length,
    'screening_webhooks.event.type': 'document_verification.completed',
    'screening_webhooks.outcome': 'processed',
    'screening_webhooks.secret.index': 1,
  });
});

it('without a route, the span is named after the method, and an unknown method is _OTHER', async () => {
  const { sdk, receiver } = tracedReceiver();
  await receiver.receive({ ...(await deliveryOf(eventOf('evt_1'))), method: 'BREW' });
  expect(sdk.span('_OTHER').attributes).toEqual({
    'http.request.method': '_OTHER',
    'http.response.status_code': 405,
    'messaging.destination.name': 'screening-webhooks',
    'screening_webhooks.outcome': 'rejected',
    'screening_webhooks.rejection.code': 'method_not_allowed',
  });
});

describe("the trace in the request's headers", () => {
  it('is continued, including tracestate', async () => {
    const { sdk, receiver } = tracedReceiver();
    await receiver.receive(await deliveryOf(eventOf('evt_1'), { traceparent, tracestate: 'a=b' }));
    const span = sdk.span('POST');
    expect(span.spanContext().traceId).toBe(TRACE);
    expect(span.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(span.spanContext().traceState?.get('a')).toBe('b');
  });

  it("is linked with incomingTrace: 'link'", async () => {
    const baggage: unknown[] = [];
    const { sdk, receiver } = tracedReceiver(
      { handlers: { '*': () => baggage.push(propagation.getActiveBaggage()) } },
      { incomingTrace: 'link' },
    );
    await receiver.receive(
      await deliveryOf(eventOf('evt_1'), { traceparent, baggage: 'user=sender' }),
    );
    expect(baggage).toEqual([undefined]);
    const span = sdk.span('POST');
    expect(span.spanContext().traceId).not.toBe(TRACE);
    expect(span.parentSpanContext).toBeUndefined();
    expect(span.links.map((link) => link.context.traceId)).toEqual([TRACE]);
    expect(sdk.span('process screening-webhooks').spanContext().traceId).toBe(
      span.spanContext().traceId,
    );
  });

  it('is ignored below the server span of an instrumented framework', async () => {
    const { sdk, receiver } = tracedReceiver({}, { route: '/r', incomingTrace: 'link' });
    const server = sdk.providers.tracerProvider
      .getTracer('http')
      .startSpan('server', {}, ROOT_CONTEXT);
    const delivery = await deliveryOf(eventOf('evt_1'), { traceparent });
    await context.with(trace.setSpan(ROOT_CONTEXT, server), () => receiver.receive(delivery));
    const span = sdk.span('receive screening-webhooks');
    expect(span.kind).toBe(SpanKind.INTERNAL);
    expect(span.parentSpanContext?.spanId).toBe(server.spanContext().spanId);
    expect(span.links).toEqual([]);
    // Only the server span has HTTP attributes.
    expect(Object.keys(span.attributes).filter((name) => name.startsWith('http.'))).toEqual([]);
  });
});

describe('the span has the status', () => {
  class PaymentError extends Error {}
  const signed = () => deliveryOf(eventOf('evt_1'));
  const forged = () => deliveryOf(eventOf('evt_1'), {}, { secret: 'another' });

  it.each([
    ['ERROR after an error of the handler, without its message', new PaymentError('Ortiz'), signed],
    ['UNSET after a PermanentError, which is acked', new PermanentError('no'), signed],
    ['UNSET after a rejection', undefined, forged],
  ])('%s', async (name, thrown, deliver) => {
    const handler = () => {
      throw thrown;
    };
    const { sdk, receiver } = tracedReceiver({ handlers: { '*': handler } });
    await receiver.receive(await deliver());
    const { status, attributes, events } = sdk.span('POST');
    const isError = name.startsWith('ERROR');
    expect(status).toEqual({ code: isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET });
    expect(attributes['error.type']).toBe(isError ? 'PaymentError' : undefined);
    expect(events).toEqual([]);
  });

  it('ERROR when the store is unavailable', async () => {
    const down = () => Promise.reject(new Error('redis://:password@host'));
    const dedupe = { claim: down, extend: down, commit: down, release: down };
    const { sdk, receiver } = tracedReceiver({ dedupe });
    await receiver.receive(await signed());
    expect(sdk.span('POST')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: {
        'error.type': 'unavailable',
        'http.response.status_code': 503,
        'screening_webhooks.outcome': 'unavailable',
        'screening_webhooks.unavailable.reason': 'dedupe',
      },
    });
  });

  it('ERROR when the body is gone, and the error is rethrown', async () => {
    const { sdk, receiver } = tracedReceiver();
    const gone = new RawBodyUnavailableError('Mount it before.');
    const readBody = () => {
      throw gone;
    };
    await expect(receiver.receive({ ...(await signed()), readBody })).rejects.toBe(gone);
    const { status, attributes } = sdk.span('POST');
    expect([status.code, attributes['error.type']]).toEqual([
      SpanStatusCode.ERROR,
      'RawBodyUnavailableError',
    ]);
    expect(attributes['http.response.status_code']).toBeUndefined();
  });
});
