import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { describe, expect, it } from 'vitest';
import {
  createVerifier,
  type HeaderValue,
  PermanentError,
  type RawBody,
  RetryLater,
  signBody,
  verifyEvent,
  verifySignature,
} from '../../src/index.js';
import { throwing } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { NOW_SECONDS, now, SECRET, signedDelivery, toBody } from '../support/signed-delivery.js';
import { receiveOne, schemaOf, testReceiver } from '../support/test-receiver.js';

expectNoProcessFailures();
const body = toBody(recordedEvent());
const header = await signBody(body, { secret: SECRET, timestamp: NOW_SECONDS });
const options = { secret: SECRET, now };

describe('verifyEvent', () => {
  it('takes the header as Node, a gateway or fetch gives it, and the body as an ArrayBuffer', async () => {
    const { buffer } = new Uint8Array(body);
    const given: [RawBody, HeaderValue][] = [
      [body, [header]],
      [body, new Headers({ 'Service-Signature': header })],
      [buffer, header],
    ];
    for (const [bytes, value] of given) {
      expect(await verifyEvent(bytes, value, options)).toMatchObject({ id: 'evt_1' });
    }
  });

  it('a header that was sent twice, or not at all, is refused with its code', async () => {
    await expect(verifyEvent(body, [header, header], options)).rejects.toMatchObject({
      code: 'signature_header_malformed',
    });
    await expect(verifyEvent(body, undefined, options)).rejects.toMatchObject({
      code: 'signature_header_missing',
    });
    await expect(verifyEvent(body, new Headers(), options)).rejects.toMatchObject({
      code: 'signature_header_missing',
    });
  });

  it.each<[string, unknown, unknown, unknown, RegExp]>([
    ['the secret in place of the options', body, header, SECRET, /^options: .*got string/],
    ['no options', body, header, undefined, /Call verifyEvent\(body, header, \{ secret \}\)/],
    ['an object of headers', body, { 'service-signature': header }, options, /^header: /],
    ['headers whose get is not a function', body, { get: 7 }, options, /^header: /],
    ['a number as the header', body, 7, options, /^header: /],
  ])('%s is a TypeError that names it', async (_name, given, value, settings, message) => {
    const verifying = verifyEvent(
      given as RawBody,
      value as HeaderValue,
      settings as typeof options,
    );
    await expect(verifying).rejects.toThrow(TypeError);
    await expect(verifying).rejects.toThrow(message);
  });
});

it('verifySignature shows the call when it gets no options', async () => {
  const none = undefined as unknown as typeof options;
  await expect(verifySignature(body, header, none)).rejects.toThrow(
    'Call verifySignature(body, header, { secret }).',
  );
});

it('a misspelt option of the three functions throws, with the name that was meant', async () => {
  const misspelt = { ...options, toleranse: 900 };
  const message = 'toleranse: unknown option of verifySignature and verifyEvent. Did you mean';
  await expect(verifySignature(body, header, misspelt)).rejects.toThrow(message);
  await expect(verifyEvent(body, header, misspelt)).rejects.toThrow(message);
  const at = { secret: SECRET, at: NOW_SECONDS };
  await expect(signBody(body, at)).rejects.toThrow(
    'at: unknown option of signBody. The options are secret, timestamp.',
  );
});

it.each([
  undefined,
  {},
  { after: Number.NaN },
  { after: -1 },
  { after: '60' },
  { after: Infinity },
])('new RetryLater(%j) is a TypeError that shows the call', (given) => {
  const create = () => new RetryLater(given as { after: number });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(/RetryLater\(\{ after: 60 \}\)/);
});

const ackOf = (thrown: unknown) => receiveOne({ handlers: { '*': () => Promise.reject(thrown) } });

describe('Retry-After', () => {
  const forged = (after: unknown) =>
    Object.assign(
      Object.defineProperty(new Error('forged'), Symbol.for('@screening-webhooks/RetryLater'), {
        value: true,
      }),
      { after },
    );

  it.each([
    ['RetryLater after 1e21', new RetryLater({ after: 1e21 })],
    ['a forged NaN', forged(Number.NaN)],
    ['a forged text', forged('60')],
    ['a forged bigint', forged(60n)],
    ['a forged symbol', forged(Symbol('after'))],
    ['a forged negative number', forged(-5)],
  ])('of %s is a whole number of seconds below a week', async (_name, thrown) => {
    const ack = await ackOf(thrown);
    expect(ack.status).toBe(503);
    expect(ack.headers['retry-after']).toBe('604799');
  });

  it('is missing when the forged error has none to read', async () => {
    const thrown = forged(1);
    Object.defineProperty(thrown, 'after', { get: throwing(new Error('getter')) });
    expect(await ackOf(thrown)).toMatchObject({ status: 500, outcome: { error: thrown } });
  });
});

it('a proxy that claims to have every property is not a PermanentError', async () => {
  const proxy = new Proxy({}, { has: () => true });
  expect(proxy instanceof PermanentError).toBe(false);
  expect(await ackOf(proxy)).toMatchObject({ status: 500 });
});

it('an observer that changes the outcome does not change the ack', async () => {
  const observe = ({ outcome }: { outcome: object }) => {
    Object.assign(outcome, { kind: 'processed', retryAfter: 0 });
    if ('rejection' in outcome)
      Object.assign(outcome.rejection as object, { code: 'wrong_integration' });
  };
  const receiver = testReceiver({
    observe,
    handlers: { '*': () => Promise.reject(new Error('x')) },
  });
  expect(await receiver.deliver()).toMatchObject({
    status: 500,
    body: '{"outcome":"failed"}',
  });
  expect(
    await receiver.receive(await signedDelivery(recordedEvent(), { secret: 'other' })),
  ).toMatchObject({
    status: 401,
    body: '{"outcome":"rejected","code":"signature_mismatch"}',
  });
});

it.each<[string, () => unknown, number, string]>([
  ['gives issues', () => ({ issues: [{ message: 'm' }] }), 422, 'rejected'],
  ['gives an empty list of issues', () => ({ issues: [] }), 422, 'rejected'],
  ['gives neither value nor issues', () => ({}), 503, 'unavailable'],
  ['throws', throwing(new Error('schema')), 503, 'unavailable'],
  ['gives a value', () => ({ value: { orderId: 8 } }), 200, 'processed'],
])('a schema that %s', async (_name, validate, status, kind) => {
  const metadata = schemaOf(validate as () => { issues: [] });
  expect(await receiveOne({ metadata })).toMatchObject({ status, outcome: { kind } });
});

describe('a framework object that cannot be read', () => {
  const thrown = new Error('no request in this scope');
  const context = {
    get framework(): never {
      throw thrown;
    },
  };
  const quiet = { ...options, observe: false } as const;
  const failed = { kind: 'failed', reading: true, error: thrown };

  it('is an outcome of a delivery and of a poll, which run no handler', async () => {
    const ran: string[] = [];
    const handlers = { '*': ({ id }: { id: string }) => void ran.push(id) };
    const { receive, process } = testReceiver({ handlers });
    const delivery = await signedDelivery(body);
    expect(await receive(delivery, context)).toMatchObject({ status: 500, outcome: failed });
    expect(await process(recordedEvent(), context)).toEqual(failed);
    expect(ran).toEqual([]);
  });

  it('is the ack of a verifier', async () => {
    const { verify } = createVerifier(quiet);
    const verification = await verify(await signedDelivery(body), context);
    expect(verification).toMatchObject({ ok: false, ack: { status: 500, outcome: failed } });
  });
});
