import {
  createReceiver,
  type Observation,
  RawBodyUnavailableError,
  signBody,
} from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type LambdaEvent,
  type LambdaEventV1,
  verifyWebhook,
  webhook,
} from '../../src/lambda/index.js';
import { lambdaDelivery } from '../../src/lambda/lambda-delivery.js';
import { gatewayEvent } from '../support/gateway.js';

const secret = 'whsec_lambda';
const recorded = fixture('document_verification.recorded', { id: 'evt_lambda' });

async function signedEvent(
  body: string | Uint8Array = JSON.stringify(recorded),
  { version = 'v2', base64 = false }: { version?: 'v1' | 'v2'; base64?: boolean } = {},
) {
  const bytes = Buffer.from(body);
  const rawHeaders = Object.entries({
    'Content-Length': String(bytes.length),
    'Content-Type': 'application/json',
    'Service-Signature': await signBody(bytes, { secret }),
  }).flat();
  return gatewayEvent({ version, base64 }, { method: 'POST', rawHeaders }, bytes);
}

/** A handler that outlasts its answer. */
const untilTestEnds = () => new Promise<void>((resolve) => onTestFinished(() => resolve()));
const remaining = (ms: number) => ({ getRemainingTimeInMillis: () => ms });

describe('an event', () => {
  it('without headers, as the console sends it, is refused', async () => {
    const handler = webhook({ secret, observe: false, handlers: { '*': () => {} } });
    const event: LambdaEvent = { httpMethod: 'POST', headers: null, body: '{}' };
    expect(await handler(event)).toEqual({
      statusCode: 415,
      headers: { 'content-type': 'application/json' },
      body: '{"outcome":"rejected","code":"unsupported_media_type"}',
      isBase64Encoded: false,
    });
  });

  it('has its headers in `multiValueHeaders` alone behind a load balancer', async () => {
    const event = await signedEvent(undefined, { version: 'v1', base64: true });
    const { headers: _headers, ...balanced } = event;
    const handler = webhook({ secret, handlers: { '*': () => {} } });
    expect(await handler(balanced as LambdaEvent)).toMatchObject({ statusCode: 200 });
  });

  it('has headers in the case in which they were sent, without `multiValueHeaders`', async () => {
    const event = await signedEvent(undefined, { version: 'v1' });
    const { multiValueHeaders: _all, ...single } = event as LambdaEventV1;
    const handler = webhook({ secret, handlers: { '*': () => {} } });
    expect(await handler(single)).toMatchObject({ statusCode: 200 });
  });

  it('has bytes that are taken as they are, whatever their length is said to be', async () => {
    const event = await signedEvent(undefined, { base64: true });
    const headers = { ...event.headers, 'content-length': '1' };
    const handler = webhook({ secret, handlers: { '*': () => {} } });
    expect(await handler({ ...event, headers })).toMatchObject({ statusCode: 200 });
  });

  it('has text of which the signature tells, where its length is unknown', async () => {
    const { headers, ...event } = await signedEvent();
    const { 'content-length': _length, ...others } = headers ?? {};
    const handler = webhook({ secret, handlers: { '*': () => {} } });
    expect(await handler({ ...event, headers: others } as LambdaEvent)).toMatchObject({
      statusCode: 200,
    });
  });

  it('with two signatures is refused, though `headers` has one of them', async () => {
    const event = await signedEvent(undefined, { version: 'v1' });
    if (!('multiValueHeaders' in event)) throw new Error('An event of version 1 has all values.');
    const [good = ''] = event.multiValueHeaders?.['Service-Signature'] ?? [];
    const multiValueHeaders = { ...event.multiValueHeaders, 'Service-Signature': ['t=1', good] };
    const handler = webhook({ secret, observe: false, handlers: { '*': () => {} } });
    expect(await handler({ ...event, multiValueHeaders })).toMatchObject({
      statusCode: 400,
      body: '{"outcome":"rejected","code":"signature_header_malformed"}',
    });
  });

  it('whose text is not what was sent is an error that names the cure', async () => {
    const event = await signedEvent(Uint8Array.of(0x7b, 0xff, 0x7d));
    const seen: Observation[] = [];
    const handler = webhook({
      secret,
      observe: (o) => void seen.push(o),
      handlers: { '*': () => {} },
    });
    const handling = handler(event);
    await expect(handling).rejects.toThrow(RawBodyUnavailableError);
    await expect(handling).rejects.toThrow('binaryMediaTypes');
    expect(seen.map(({ outcome }) => outcome.kind)).toEqual(['failed']);
  });

  it.each([
    ['records of SQS', { Records: [] }, 'use sqsConsumer'],
    ['a Request', new Request('https://receiver.test'), 'Use receiver.fetch(request).'],
    ['the console template', { key1: 'value1' }, 'take the template of API Gateway'],
    ['a REST context alone', { requestContext: {} }, 'take the template of API Gateway'],
    ['a text', '{}', 'got string'],
    ['null', null, 'got null'],
  ])('that is not HTTP is refused: %s', async (_name, event, message) => {
    const handler = webhook({ secret, handlers: { '*': () => {} } });
    await expect(Reflect.apply(handler, undefined, [event])).rejects.toThrow(message);
  });
});

describe('the deadline', () => {
  it('comes before the time of the function is over', async () => {
    const handler = webhook({
      secret,
      observe: false,
      handlers: { '*': untilTestEnds },
    });
    // No timer of the test ends it: the default `ackTimeout` would be 12 s.
    expect(await handler(await signedEvent(), remaining(520))).toMatchObject({
      statusCode: 503,
      body: '{"outcome":"timed_out"}',
    });
  });

  it('leaves half a second for the answer', async () => {
    const event = await signedEvent();
    expect(lambdaDelivery(event, remaining(3000))).toMatchObject({ ackTimeout: 2500 });
    expect(lambdaDelivery(event)).not.toHaveProperty('ackTimeout');
    // An answer that may come too late is better than none.
    expect(lambdaDelivery(event, remaining(100))).toMatchObject({ ackTimeout: 1 });
  });

  it('is `ackTimeout` where the function has more time', async () => {
    const receiver = createReceiver({
      secret,
      observe: false,
      ackTimeout: 20,
      handlers: { '*': untilTestEnds },
    });
    expect(await webhook(receiver)(await signedEvent(), remaining(900_000))).toMatchObject({
      statusCode: 503,
    });
  });

  it('counts from the same time of an event of version 1', () => {
    const requestContext = { requestTimeEpoch: 1_795_000_000_000 };
    expect(lambdaDelivery({ httpMethod: 'POST', requestContext })).toMatchObject({
      receivedAt: 1_795_000_000_000,
    });
  });

  it('counts from the time at which the gateway got the request', async () => {
    const seen: Observation[] = [];
    const handler = webhook({
      secret,
      observe: (o) => void seen.push(o),
      handlers: { '*': untilTestEnds },
    });
    const event = await signedEvent();
    const timeEpoch = Date.now() - 11_990;
    const requestContext = { http: { method: 'POST' }, timeEpoch };
    expect(await handler({ ...event, requestContext })).toMatchObject({ statusCode: 503 });
    expect(seen[0]).toMatchObject({ outcome: { kind: 'timed_out' }, receivedAt: timeEpoch });
  });
});

describe('webhook', () => {
  it('gives handlers and resolvers the event and the context, and has its receiver', async () => {
    const seen: unknown[] = [];
    const handler = webhook({
      secret: (framework) => {
        seen.push(framework);
        return secret;
      },
      handlers: { '*': (_event, { framework }) => void seen.push(framework) },
    });
    const event = await signedEvent();
    const context = remaining(10_000);
    await handler(event, context);
    expect(seen).toEqual([
      { event, context },
      { event, context },
    ]);
    // Lambda passes a callback to a function with more parameters.
    expect(handler.length).toBe(2);
    await handler.receiver.drain();
    expect(await handler(event, context)).toMatchObject({ statusCode: 503 });
  });

  it('refuses a misspelt option', () => {
    const options = { secret, handlers: { '*': () => {} }, dedup: undefined };
    expect(() => webhook(options)).toThrow('Did you mean dedupe?');
  });
});

describe('verifyWebhook', () => {
  const verify = verifyWebhook({ secret, observe: false });

  it('gives the event of a signed request', async () => {
    const verified = await verify(await signedEvent(undefined, { base64: true }));
    expect(verified).toEqual({ ok: true, event: recorded });
  });

  it('gives the answer to any other', async () => {
    const { headers: _headers, ...unsigned } = await signedEvent();
    expect(await verify(unsigned as LambdaEvent)).toMatchObject({
      ok: false,
      answer: { statusCode: 415 },
    });
  });
});
