import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { type Fetch, fetchOver } from '../../src/thread/fetch-over.js';
import { PortClosedError, RemoteError } from '../../src/thread/messages.js';
import { serveFetch } from '../../src/thread/serve-fetch.js';
import { deferred } from '../support/deferred.js';

const opened: MessageChannel[] = [];

afterEach(() => {
  for (const { port1 } of opened.splice(0)) port1.close();
});

function connect(handler: (request: Request) => unknown): Fetch & { close(): void } {
  const channel = new MessageChannel();
  opened.push(channel);
  // Tests pass values that the types forbid.
  serveFetch(channel.port2, handler as Fetch);
  return Object.assign(fetchOver(channel.port1), { close: () => channel.port2.close() });
}

const get = (init: RequestInit = {}): Request => new Request('http://service.test/a?b=c', init);
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

it('carries method, URL, headers and the bytes of both bodies', async () => {
  const fetch = connect(async (request) => {
    const { method, url, headers } = request;
    const answer = new Response(await request.arrayBuffer(), {
      status: 418,
      statusText: 'Teapot',
      headers: { seen: `${method} ${url} ${headers.get('x-one')}` },
    });
    answer.headers.append('set-cookie', 'a=1');
    answer.headers.append('set-cookie', 'b=2, c');
    return answer;
  });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 70_000 }), async (body) => {
      const init = { method: 'PUT', headers: { 'x-one': 'é' }, body: new Uint8Array(body) };
      const response = await fetch(get(init));
      expect(response.status).toBe(418);
      expect(response.statusText).toBe('Teapot');
      expect(response.headers.get('seen')).toBe('PUT http://service.test/a?b=c é');
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2, c']);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(body));
    }),
    { numRuns: 50 },
  );
});

it('carries a request and a response without a body', async () => {
  const fetch = connect((request) => new Response(null, { status: request.body ? 500 : 204 }));
  const response = await fetch(get());
  expect([response.status, response.body]).toEqual([204, null]);
});

it('answers calls in the order in which they end', async () => {
  const first = deferred<Response>();
  const fetch = connect(({ method }) =>
    method === 'GET' ? first.promise : new Response('second'),
  );
  const slow = fetch(get());
  expect(await (await fetch(get({ method: 'POST' }))).text()).toBe('second');
  first.resolve(new Response('first'));
  expect(await (await slow).text()).toBe('first');
});

it('resolves with the head while the body is still open, and asks for one part at a time', async () => {
  let produced = 0;
  const canceled = deferred<unknown>();
  const endless = new ReadableStream(
    {
      pull: (controller) => {
        produced += 1;
        controller.enqueue(Buffer.from(`part ${produced};`));
      },
      cancel: (reason) => canceled.resolve(reason),
    },
    { highWaterMark: 0 },
  );
  const fetch = connect(() => new Response(endless));
  const response = await fetch(get());
  const reader = response.body?.getReader();
  const text = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
  expect([await text(), await text(), await text()]).toEqual(['part 1;', 'part 2;', 'part 3;']);
  expect(produced).toBeLessThan(6);
  await reader?.cancel();
  await canceled.promise;
});

it('does not carry more than the part when its buffer is larger', async () => {
  const pool = Buffer.from('secret answer secret');
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(pool.subarray(7, 13));
      controller.close();
    },
  });
  const { body: received } = await connect(() => new Response(body))(get());
  const { value } = (await received?.getReader().read()) ?? {};
  expect(value?.buffer.byteLength).toBe(6);
});

it.each([
  ['an error', new RangeError('too far'), 'RangeError', 'too far', undefined],
  [
    'a system error',
    Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
    'Error',
    'no',
    'ECONNREFUSED',
  ],
  ['a string', 'text', 'Error', 'text', undefined],
  ['null', null, 'Error', 'null', undefined],
  [
    'an object that is not an error',
    { message: 1 },
    'Error',
    'a value that is not an Error was thrown',
    undefined,
  ],
  [
    'an object that throws',
    Object.defineProperty({}, 'message', {
      get: () => {
        throw new Error('again');
      },
    }),
    'Error',
    'the thrown value cannot be read',
    undefined,
  ],
])('rejects with %s that the handler throws', async (_, thrown, name, message, code) => {
  for (const handler of [
    () => {
      throw thrown;
    },
    () => Promise.reject(thrown),
  ]) {
    const error = await caught(connect(handler)(get()));
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ name, message, code });
  }
});

it.each([
  ['undefined', undefined],
  ['a string', 'ok'],
  ['a status that is not final', { status: 103, headers: new Headers() }],
  ['a network error', Response.error()],
  ['headers that are not a list', { status: 200, headers: {} }],
])('rejects when the handler returns %s', async (_, returned) => {
  const error = await caught(connect(() => returned)(get()));
  expect(error).toMatchObject({
    name: 'TypeError',
    message: 'the handler must return a Response with a status from 200 to 599',
  });
});

it('rejects a status text that HTTP does not allow, and stays usable', async () => {
  const lookalike = { status: 200, statusText: 'a\nb', headers: new Headers(), body: null };
  const fetch = connect(({ method }) => (method === 'GET' ? lookalike : new Response('fine')));
  // Hono's server replaces the global Response by one that checks when it is read.
  const head = fetch(get()).then(({ statusText }) => statusText);
  expect(await caught(head)).toBeInstanceOf(TypeError);
  expect(await (await fetch(get({ method: 'POST' }))).text()).toBe('fine');
});

it('breaks the body where the source breaks', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('cut off')),
  });
  const response = await connect(() => new Response(body))(get());
  expect(await caught(response.text())).toMatchObject({ message: 'cut off' });
});

it('breaks a body that is not bytes', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.enqueue({ not: 'bytes' }) });
  const response = await connect(() => new Response(body))(get());
  expect(await caught(response.text())).toMatchObject({
    message: 'the body must be a stream of bytes',
  });
});

it('rejects a request whose own body breaks', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('cut off')) });
  const request = new Request('http://a.test', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  expect(await caught(connect(() => new Response())(request))).toBeInstanceOf(Error);
});

it('carries an abort to a handler that waits', async () => {
  const seen = deferred<unknown>();
  const fetch = connect(({ signal }) => {
    signal.addEventListener('abort', () => seen.resolve(signal.reason));
    queueMicrotask(() => controller.abort());
    return new Promise(() => {});
  });
  const controller = new AbortController();
  expect(await caught(fetch(get({ signal: controller.signal })))).toMatchObject({
    name: 'AbortError',
  });
  expect(await seen.promise).toMatchObject({ name: 'AbortError' });
});

it('carries an abort while the body is read', async () => {
  const canceled = deferred<unknown>();
  const body = new ReadableStream({ cancel: (reason) => canceled.resolve(reason) });
  const controller = new AbortController();
  const response = await connect(() => new Response(body))(get({ signal: controller.signal }));
  const reading = caught(response.text());
  controller.abort(new Error('enough'));
  expect(await reading).toMatchObject({ message: 'enough' });
  expect(await canceled.promise).toMatchObject({ message: 'enough' });
});

it('does not call the handler for a request that is aborted already', async () => {
  const handler = vi.fn(() => new Response());
  const fetch = connect(handler);
  expect(await caught(fetch(get({ signal: AbortSignal.abort('no') })))).toBe('no');
  await fetch(get());
  expect(handler).toHaveBeenCalledTimes(1);
});

it('rejects pending and later calls when the port closes, and aborts the handlers', async () => {
  const aborted = deferred<unknown>();
  const started = deferred<void>();
  const fetch = connect(({ method, signal }) => {
    if (method === 'GET') return new Response(new ReadableStream());
    signal.addEventListener('abort', () => aborted.resolve(signal.reason));
    started.resolve();
    return new Promise(() => {});
  });
  const reading = caught((await fetch(get())).text());
  const pending = caught(fetch(get({ method: 'POST' })));
  await started.promise;
  fetch.close();
  expect(await pending).toBeInstanceOf(PortClosedError);
  expect(await reading).toBeInstanceOf(PortClosedError);
  expect(await aborted.promise).toBeInstanceOf(PortClosedError);
  expect(await caught(fetch(get()))).toBeInstanceOf(PortClosedError);
});
