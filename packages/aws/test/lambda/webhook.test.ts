import {
  createReceiver,
  type Observation,
  RawBodyUnavailableError,
  signBody,
} from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type LambdaEvent,
  type LambdaEventV1,
  verifyWebhook,
  webhook,
} from '../../src/lambda/index.js';
import { lambdaDelivery } from '../../src/lambda/lambda-delivery.js';
import { type GatewayFormat, gatewayEvent } from '../support/gateway.js';

const secret = 'whsec_lambda';
const recorded = fixture('document_verification.recorded', { id: 'evt_lambda' });

async function signedEvent(
  body: string | Uint8Array = JSON.stringify(recorded),
  { version = 'v2', base64 = false }: Partial<GatewayFormat> = {},
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

  it('has its headers in `multiValueHeaders` alone behind a load balancer, and so has the answer', async () => {
    const event = await signedEvent(undefined, { version: 'elb' });
    const handler = webhook({ secret, observe: false, handlers: { '*': () => {} } });
    expect(await handler(event)).toEqual({
      statusCode: 200,
      multiValueHeaders: { 'content-type': ['application/json'] },
      body: '{"outcome":"processed"}',
      isBase64Encoded: false,
    });
    const { multiValueHeaders: all, ...balanced } = event as LambdaEventV1;
    const single = Object.entries(all ?? {}).map(([name, values]) => [name, values?.[0]] as const);
    const refused = await handler({
      ...balanced,
      httpMethod: 'GET',
      headers: Object.fromEntries(single),
    });
    expect(refused).toMatchObject({ statusCode: 405, headers: { allow: 'POST' } });
    expect(refused).not.toHaveProperty('multiValueHeaders');
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

  // httpJsonBodyParser of middy leaves the parsed value, and the flag as it was.
  const parsed: readonly [string, boolean, (body: string) => unknown][] = [
    ['an object', false, JSON.parse],
    ['an object, said to be Base64', true, JSON.parse],
    ['an array', false, () => [1]],
    ['a number', true, () => 1],
    ['false', false, () => false],
    ['null, of text', false, () => null],
    ['null, of Base64', true, () => null],
    ['nothing', true, () => undefined],
    ['text, still said to be Base64', true, (body) => body],
  ];
  it.each(parsed)(
    'whose body was parsed is an error that names the cure: %s',
    async (_, base64, parse) => {
      const event = await signedEvent(undefined, { base64 });
      const changed = { ...event, body: parse(JSON.stringify(recorded)) };
      const seen: Observation[] = [];
      const options = { secret, observe: (o: Observation) => void seen.push(o) };
      for (const take of [
        webhook({ ...options, handlers: { '*': () => {} } }),
        verifyWebhook(options),
      ]) {
        const taking: Promise<unknown> = Reflect.apply(take, undefined, [changed]);
        await expect(taking).rejects.toThrow(RawBodyUnavailableError);
        await expect(taking).rejects.toThrow('Take httpJsonBodyParser of middy');
      }
      expect(seen.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'failed']);
    },
  );

  it('whose body is bytes is taken as it is', async () => {
    const event = await signedEvent(undefined, { base64: true });
    const body = Buffer.from(JSON.stringify(recorded));
    const handler = webhook({ secret, handlers: { '*': () => {} } });
    expect(await Reflect.apply(handler, undefined, [{ ...event, body }])).toMatchObject({
      statusCode: 200,
    });
  });

  it('may have headers that middleware has put into the other form', async () => {
    const { headers, ...event } = await signedEvent();
    const lists = Object.entries(headers ?? {}).map(([name, value]) => [name, [value]] as const);
    const handler = webhook({ secret, handlers: { '*': () => {} } });
    for (const changed of [
      { ...event, headers: Object.fromEntries(lists) },
      { ...event, multiValueHeaders: headers },
      { ...event, headers: { ...headers, 'x-odd': 1, 'x-none': null }, multiValueHeaders: {} },
    ]) {
      const answer: unknown = await Reflect.apply(handler, undefined, [changed]);
      expect(answer).toMatchObject({ statusCode: 200 });
    }
  });

  it.each([
    ['records of SQS', { Records: [] }, 'use sqsConsumer'],
    ['a Request', new Request('https://receiver.test'), 'Use receiver.fetch(request).'],
    ['the console template', { key1: 'value1' }, 'take the template of API Gateway'],
    ['a REST context alone', { requestContext: {} }, 'take the template of API Gateway'],
    ['a context of text', { requestContext: 'http' }, 'take the template of API Gateway'],
    ['an empty context', { requestContext: { http: null } }, 'take the template of API Gateway'],
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

  it('counts from the time of the gateway, unless the clock of the function is far from it', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_795_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const times = (time: unknown): unknown[] =>
      [
        { httpMethod: 'POST', requestContext: { requestTimeEpoch: time } },
        { requestContext: { http: { method: 'POST' }, timeEpoch: time } },
      ].map((event) =>
        Reflect.get(Reflect.apply(lambdaDelivery, undefined, [event]), 'receivedAt'),
      );
    for (const near of [1_795_000_000_000 - 60_000, 1_795_000_000_000 + 60_000]) {
      expect(times(near)).toEqual([near, near]);
    }
    // The console's template, the documentation of payload format 2.0, and what is not a time.
    const far = [
      1_428_582_896_000,
      1_583_348_638_390,
      1_795_000_000_000 - 60_001,
      1_795_000_000_000 + 60_001,
    ];
    for (const other of [...far, '1795000000000', Number.NaN, null, undefined]) {
      expect(times(other)).toEqual([undefined, undefined]);
    }
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

it('takes a signed body in the template of API Gateway that the console has', async () => {
  const event = await signedEvent(undefined, { version: 'v1', base64: true });
  const template = { ...event, requestContext: { requestTimeEpoch: 1_428_582_896_000 } };
  const handler = webhook({ secret, handlers: { '*': () => {} } });
  expect(await handler(template as LambdaEventV1)).toMatchObject({ statusCode: 200 });
  // A test with a clock of its own: the receiver's clock decides.
  const stopped = webhook({ secret, now: () => 0, observe: false, handlers: { '*': () => {} } });
  expect(await stopped(template as LambdaEventV1)).toMatchObject({
    body: '{"outcome":"rejected","code":"timestamp_in_future"}',
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
