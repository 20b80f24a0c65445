import { EventEmitter } from 'node:events';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import express from 'express';
import Koa from 'koa';
import {
  deliverTo,
  eachIsNew,
  exactBytesSuite,
} from 'screening-webhooks-test-support/exact-bytes-suite';
import { rawExchange, serve, startServer } from 'screening-webhooks-test-support/serve';
import {
  eventBody,
  SECRET,
  signedHeaders,
  signedRequest,
} from 'screening-webhooks-test-support/signed';
import { head, socketSuite } from 'screening-webhooks-test-support/socket-suite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { adapterContract } from '../../../../testing/src/index.js';
import { listener, type NodeFramework } from '../../../src/adapters/node/index.js';
import {
  type Ack,
  createReceiver,
  RawBodyUnavailableError,
  type Receiver,
  type ReceiverOptions,
} from '../../../src/index.js';

const event = eventBody();
const path = '/hooks';

function receiverWith(options: Partial<ReceiverOptions<NodeFramework>> = {}) {
  return createReceiver<NodeFramework>({ secret: SECRET, handlers: { '*': () => {} }, ...options });
}

const post = async (url: string) => fetch(url, await signedRequest(event));

const expressApp = (): RequestListener =>
  express()
    .use(express.json())
    .post('/echo', (req, res) => void res.json({ body: req.body, url: req.url }))
    .get('/health', (_req, res) => void res.send('ok'))
    .use((_req, res) => void res.status(404).send('the app says no'));

const koaApp = (): RequestListener =>
  new Koa()
    .use(async (ctx) => {
      if (ctx.path === '/health') ctx.body = 'ok';
      if (ctx.path !== '/echo') return;
      const chunks: Uint8Array[] = [];
      for await (const chunk of ctx.req) chunks.push(chunk);
      ctx.body = { body: JSON.parse(Buffer.concat(chunks).toString()), url: ctx.url };
    })
    .callback();

describe('keeps the contract of adapters', () => {
  const cases = adapterContract({
    async start(options) {
      const receiver = createReceiver(options);
      const { url } = await serve(listener(receiver, { path, fallback: expressApp() }));
      return { url: url + path, drain: receiver.drain };
    },
  });
  it.each(cases)('$name', ({ run }) => run());
});

// Once: the app never sees these.
describe('on a socket', () => {
  socketSuite((options) =>
    startServer(listener(receiverWith(options), { path, fallback: expressApp() })),
  );
});

describe.each([
  ['Express', expressApp],
  ['Koa', koaApp],
])('in front of %s', (_name, app) => {
  const start = (options = {}) => serve(listener(receiverWith(options), { path, fallback: app() }));

  exactBytesSuite(async () => deliverTo((await start(eachIsNew)).url + path));

  it('the app gets what is not ours as it was sent, its body too', async () => {
    const { url } = await start();
    expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
    const response = await fetch(`${url}/echo?a=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await response.json()).toEqual({ body: { a: 1 }, url: '/echo?a=1' });
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  });

  it.each(['GET', 'HEAD'])('%s at the path is ours to refuse', async (method) => {
    const { url } = await start();
    const response = await fetch(url + path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

it('has the receiver that it was given, or builds one from options, which drains', async () => {
  const receiver = receiverWith();
  expect(listener(receiver, { path }).receiver).toBe(receiver);
  const built = listener({ secret: SECRET, handlers: { '*': () => {} } }, { path });
  const { url } = await serve(built);
  expect((await post(url + path)).status).toBe(200);
  await built.receiver.drain();
  expect((await post(url + path)).status).toBe(503);
});

/** Who got the request: `us`, or the app with an unread body. */
async function whoGets(ours: string, target: string): Promise<string> {
  const fallback = vi.fn((req: IncomingMessage, res) => {
    const unread = req.readableFlowing === null && !req.readableDidRead;
    res.end(`app ${unread ? 'unread' : 'read'}`);
  });
  const { port } = await serve(listener(receiverWith(), { path: ours, fallback }));
  const extra = { connection: 'close', 'content-length': String(event.length) };
  const { answer } = await rawExchange(port, [await head(extra, event, target), event]);
  expect(fallback).toHaveBeenCalledTimes(answer.includes('"processed"') ? 0 : 1);
  return answer.includes('"processed"') ? 'us' : (answer.split('\r\n').at(-1) ?? '');
}

describe('the path', () => {
  const withHost = ['http://localhost/hooks', 'http://other.example:8080/hooks?a=1'];
  it.each(['/hooks', '/hooks?', '/hooks?a=1&b=/x', '/hooks??', ...withHost])(
    '%s is ours',
    async (target) => {
      expect(await whoGets('/hooks', target)).toBe('us');
    },
  );

  const otherPaths = ['/', '/hook', '/hooks/', '/hooks/1', '/hooks2', '/Hooks', '/a/hooks', '*'];
  const otherSpellings = ['/hooks%3Fa', '/%68ooks', '/hooks;a=1', '/hooks&a=1', '//hooks'];
  const otherTargets = [
    '/a/../hooks',
    '/a?/hooks',
    'http://localhost/a?/hooks',
    'http://localhost/',
  ];
  it.each([...otherPaths, ...otherSpellings, ...otherTargets])(
    '%s is the app’s, with the body unread',
    async (target) => {
      expect(await whoGets('/hooks', target)).toBe('app unread');
    },
  );

  it('may be the root, end in a slash, or have escapes and colons', async () => {
    expect(await whoGets('/', '/?a')).toBe('us');
    expect(await whoGets('/', '/a')).toBe('app unread');
    expect(await whoGets('/hooks/', '/hooks/')).toBe('us');
    expect(await whoGets('/hooks/', '/hooks')).toBe('app unread');
    expect(await whoGets('/h%C3%B6%C3%B6ks/a:b', '/h%C3%B6%C3%B6ks/a:b')).toBe('us');
  });
});

it('answers 404 to the rest where there is no app, and the connection stays usable', async () => {
  const { url, port } = await serve(listener(receiverWith(), { path }));
  const response = await post(`${url}/other`);
  expect([response.status, await response.text()]).toEqual([404, '']);

  const other = await head({ 'content-length': '2' }, '{}', '/other');
  const { answer } = await rawExchange(port, [other, '{}', other, '{}']);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 404']);
});

it('gives resolvers and handlers the request and the response', async () => {
  const seen: unknown[] = [];
  const receiver = receiverWith({
    secret: ({ req }) => (req.url?.endsWith('?tenant=acme') ? SECRET : undefined),
    handlers: {
      '*': ({ id }, { framework }) => {
        seen.push(id, framework?.req.method, framework?.res.headersSent);
      },
    },
  });
  const { url } = await serve(listener(receiver, { path }));
  expect((await post(`${url}${path}?tenant=acme`)).status).toBe(200);
  expect((await post(`${url}${path}?tenant=other`)).status).toBe(401);
  expect(seen).toEqual(['evt_1', 'POST', false]);
});

it('hands the app’s promise to a server that captures rejections, as Node would without us', async () => {
  EventEmitter.captureRejections = true;
  onTestFinished(() => {
    EventEmitter.captureRejections = false;
  });
  const fallback = async () => Promise.reject(new Error('of the app'));
  const { url } = await serve(listener(receiverWith(), { path, fallback }));
  expect((await fetch(`${url}/other`)).status).toBe(500);
});

const failure = new Error('no receiver');
const unwritable: Ack = {
  status: 200,
  headers: { 'x-bad': 'a\nb' },
  body: '',
  outcome: { kind: 'processed' },
};

describe('what goes wrong in front of the receiver is a 500 and a warning', () => {
  async function startWith(app: RequestListener) {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    return { warn, ...(await serve(app)) };
  }

  it('a raw body that is gone, with the cure', async () => {
    const observed: unknown[] = [];
    const ours = listener(receiverWith({ observe: ({ outcome }) => observed.push(outcome.kind) }), {
      path,
    });
    const { url, warn } = await startWith((req, res) => {
      req.resume().on('end', () => ours(req, res));
    });
    const response = await post(url + path);
    expect([response.status, await response.json()]).toEqual([500, { outcome: 'failed' }]);
    expect(observed).toEqual(['failed']);
    expect(warn).toHaveBeenCalledTimes(1);
    const [warning] = warn.mock.calls[0] ?? [];
    expect(warning).toBeInstanceOf(RawBodyUnavailableError);
    expect(String(warning)).toContain('listener()');
  });

  it.each<[string, Receiver<NodeFramework>['receive'], unknown]>([
    ['an error of the receiver', () => Promise.reject(failure), failure],
    ['another rejection of it', () => Promise.reject({}), 'The webhook listener failed.'],
    ['an ack that Node will not write', async () => unwritable, expect.any(TypeError)],
  ])('%s', async (_name, receive, warned) => {
    const { url, warn } = await startWith(listener({ ...receiverWith(), receive }, { path }));
    const response = await post(url + path);
    expect([response.status, await response.json()]).toEqual([500, { outcome: 'failed' }]);
    expect(warn.mock.calls).toEqual([[warned]]);
  });

  it('nothing, where a handler has answered by itself', async () => {
    const receiver = receiverWith({
      handlers: { '*': (_event, { framework }) => void framework?.res.writeHead(204).end() },
    });
    const { url, warn } = await startWith(listener(receiver, { path }));
    expect((await post(url + path)).status).toBe(204);
    expect(warn).not.toHaveBeenCalled();
  });
});

it('answers `Expect: 100-continue` before it reads', async () => {
  const { port } = await serve(listener(receiverWith(), { path }));
  const headers = { ...(await signedHeaders(event)), expect: '100-continue' };
  const status = await new Promise((resolve, reject) => {
    const delivery = request({ port, path, method: 'POST', headers });
    delivery.on('continue', () => delivery.end(event));
    delivery.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject);
    delivery.flushHeaders();
  });
  expect(status).toBe(200);
});

describe('construction names the mistake and the cure', () => {
  const noPath = ['hooks', '', 'https://example.com/hooks', undefined, /hooks/];
  const notPlain = ['//hooks', '/hooks?a=1', '/hooks#a', '/a/../hooks', '/t/{tenant}'];
  it.each([...noPath, ...notPlain, '/a b', '/hööks'])('path %s', (wrong) => {
    const construct = () => listener(receiverWith(), { path: wrong as string });
    expect(construct).toThrow(/^path: .*leading slash/);
    expect(construct).toThrow(TypeError);
  });

  it('an app that is not a listener', () => {
    const fallback = new Koa() as unknown as RequestListener;
    const wrong = () => listener(receiverWith(), { path, fallback });
    expect(wrong).toThrow(TypeError);
    expect(wrong).toThrow(/^fallback: .*callback\(\)/);
  });

  it('options without a handler', () => {
    const options = { secret: SECRET, handlers: {} } as unknown as Receiver;
    expect(() => listener(options, { path })).toThrow(/^handlers: expected at least one/);
  });
});
