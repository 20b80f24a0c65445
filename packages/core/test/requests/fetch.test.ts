import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { describe, expect, it } from 'vitest';
import { createReceiver, RawBodyUnavailableError, signBody } from '../../src/index.js';
import { fetchDelivery } from '../../src/requests/fetch-delivery.js';
import { recorder } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { SECRET, toBody } from '../support/signed-delivery.js';

expectNoProcessFailures();
const URL_OF_HOOK = 'https://receiver.example/webhooks';

async function signedRequest(
  content: object | string | Uint8Array,
  init: RequestInit = {},
): Promise<Request> {
  const body = toBody(content);
  const { headers, ...rest } = init;
  return new Request(URL_OF_HOOK, {
    method: 'POST',
    body: new Uint8Array(body),
    ...rest,
    headers: {
      'content-type': 'application/json',
      'service-signature': await signBody(body, { secret: SECRET }),
      ...headers,
    },
  });
}

/** A body that streams these chunks, and then fails with the error, if there is one. */
function streaming(...chunks: unknown[]): RequestInit {
  const error = chunks.find((chunk) => chunk instanceof Error);
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) if (chunk !== error) controller.enqueue(chunk);
      if (error) controller.error(error);
      else controller.close();
    },
  });
  return { body, duplex: 'half' } as RequestInit;
}

const receiver = createReceiver({
  secret: SECRET,
  maxBodyBytes: 100_000,
  handlers: { '*': () => {} },
});

it('answers a signed request, and a GET with Allow', async () => {
  const response = await receiver.fetch(await signedRequest(recordedEvent('evt_fetch')));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({ outcome: 'processed' });
  const refused = await receiver.fetch(new Request(URL_OF_HOOK));
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
});

it('a request without a body is a mismatch, not a crash', async () => {
  const response = await receiver.fetch(await signedRequest('', { body: null }));
  expect(await response.json()).toEqual({ outcome: 'rejected', code: 'event_malformed' });
});

describe('exact bytes', () => {
  it.each([
    ['in one chunk', 1],
    ['in many', 7],
  ])('%s', async (_name, chunks) => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...toBody(recordedEvent()), 0x0d, 0x0a]);
    const size = Math.ceil(bytes.length / chunks);
    const parts = Array.from({ length: chunks }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const request = await signedRequest(bytes, streaming(...parts));
    expect(await fetchDelivery(request).readBody(100_000)).toEqual(bytes);
  });

  it.each(lengths)('%s', async (_which, headers) => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...toBody(recordedEvent()), 0x0d, 0x0a]);
    const request = await signedRequest(bytes, { headers });
    expect(await fetchDelivery(request).readBody(100_000)).toEqual(bytes);
  });
});

it('a body that is longer than it said is refused', async () => {
  const request = await signedRequest('x'.repeat(100_001), { headers: { 'content-length': '9' } });
  expect((await receiver.fetch(request)).status).toBe(413);
});

it('a body over the limit is refused while it is counted, and the stream is cancelled', async () => {
  let pulled = 0;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(10_000));
    },
    cancel() {
      cancelled = true;
    },
  });
  const response = await receiver.fetch(
    await signedRequest('x', { body: stream, duplex: 'half' } as RequestInit),
  );
  expect(response.status).toBe(413);
  expect(pulled).toBeLessThan(14);
  expect(cancelled).toBe(true);
});

// A body of known length is read at once, one of unknown length by its stream.
const lengths: [string, Record<string, string>][] = [
  ['its length known', { 'content-length': '100' }],
  ['its length unknown', {}],
];

it.each(lengths)('a body that breaks off is body_incomplete, %s', async (_which, headers) => {
  const broken = streaming(new Uint8Array(10), new Error('connection reset'));
  const response = await receiver.fetch(await signedRequest('x', { ...broken, headers }));
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ outcome: 'rejected', code: 'body_incomplete' });
});

describe('a body that was consumed before us', () => {
  it('is the named error, observed, and never an answer', async () => {
    const { seen, observe } = recorder();
    const observed = createReceiver({ secret: SECRET, observe, handlers: { '*': () => {} } });
    const request = await signedRequest(recordedEvent());
    await request.json();
    const error = await observed.fetch(request).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RawBodyUnavailableError);
    expect(error).toMatchObject({ code: 'raw_body_unavailable', status: 500 });
    expect(seen).toMatchObject([{ outcome: { kind: 'failed', error } }]);
  });

  it('so is a body of which a server below has left nothing', async () => {
    const request = await signedRequest('', {
      body: null,
      headers: { ...(await signedRequest(recordedEvent())).headers, 'content-length': '500' },
    });
    await expect(receiver.fetch(request)).rejects.toBeInstanceOf(RawBodyUnavailableError);
  });

  it.each(lengths)('so is a body that somebody holds locked, %s', async (_which, headers) => {
    const request = await signedRequest(recordedEvent(), { headers });
    request.body?.getReader();
    await expect(receiver.fetch(request)).rejects.toThrow(/exact bytes/);
  });
});

describe('a request that streams text', () => {
  const text = JSON.stringify(recordedEvent());
  const receiveText = async (headers: Readonly<Record<string, string>>) =>
    receiver.fetch(await signedRequest(text, { ...streaming(text), headers }));

  it('has no raw bytes: RawBodyUnavailableError', async () => {
    await expect(receiveText({})).rejects.toThrow(RawBodyUnavailableError);
  });

  it('is refused too with a content length, where the runtime reads it', async () => {
    expect((await receiveText({ 'content-length': String(text.length) })).status).toBe(400);
  });
});
