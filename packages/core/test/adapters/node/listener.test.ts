import { EventEmitter, once } from 'node:events';
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
import {
  type ListenerOptions,
  listener,
  type NodeFramework,
} from '../../../src/adapters/node/index.js';
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

/**
 * A mount at a prefix as connect and h3 1 have it: they cut `url`, and keep `originalUrl`. Neither is a dependency of this
 * repository.
 */
const cutUrl =
  (prefix: string, handler: RequestListener): RequestListener =>
  (req, res) => {
    Object.assign(req, { originalUrl: req.url, url: req.url?.slice(prefix.length) || '/' });
    handler(req, res);
  };

/** How frameworks mount a handler at `/api/hooks`. */
const mounts: [name: string, mount: (handler: RequestListener) => RequestListener][] = [
  ['Express, app.use', (handler) => express().use('/api/hooks', handler)],
  ['Express, a route', (handler) => express().post('/api/hooks', handler)],
  [
    'Express, a router',
    (handler) => express().use('/api', express.Router().use('/hooks', handler)),
  ],
  [
    'Express, an app in an app',
    (handler) => express().use('/api', express().post('/hooks', handler)),
  ],
  ['connect, app.use', (handler) => cutUrl('/api/hooks', handler)],
  ['h3, useBase', (handler) => cutUrl('/api', handler)],
];

describe.each(mounts)('mounted in a framework: %s', (_name, mount) => {
  it.each([
    ['with the path that the client sends', { path: '/api/hooks' }],
    ['without a path', undefined],
  ])('%s', async (_form, options) => {
    const { url } = await serve(mount(listener(receiverWith(eachIsNew), options)));
    expect((await post(`${url}/api/hooks`)).status).toBe(200);
    expect((await post(`${url}/api/hooks?a=/b`)).status).toBe(200);
  });
});

describe('without a path', () => {
  it.each(['/', '/hooks', '/Hooks/', '/in/hooks?a=1', '*', 'http://other.example/hooks'])(
    '%s is ours',
    async (target) => {
      const { port } = await serve(listener(receiverWith()));
      const extra = { connection: 'close', 'content-length': String(event.length) };
      const { answer } = await rawExchange(port, [await head(extra, event, target), event]);
      expect(answer).toContain('"processed"');
    },
  );

  it('refuses a request that is not a delivery', async () => {
    const { url } = await serve(listener(receiverWith()));
    expect((await fetch(url)).status).toBe(405);
  });
});

it('an `originalUrl` that is not text is not what the client sent', async () => {
  const ours = listener(receiverWith(), { path });
  const { url } = await serve((req, res) => ours(Object.assign(req, { originalUrl: {} }), res));
  expect((await post(url + path)).status).toBe(200);
});

describe('says once that a signed request misses it', () => {
  async function start(app: RequestListener) {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const answers: Promise<unknown>[] = [];
    const { url } = await serve((req, res) => {
      app(req, res);
      answers.push(once(res, 'finish'));
    });
    /** Resolves with the status when the server, too, has seen its answer end. */
    async function send(target: string, init?: RequestInit): Promise<number> {
      const { status } = await fetch(url + target, init ?? (await signedRequest(event)));
      await Promise.all(answers);
      return status;
    }
    return { warn, send };
  }

  it.each([
    ['a trailing slash', '/hooks/', '/hooks/'],
    ['its query, which may hold a secret, left out', '/Hooks?token=s3cret', '/Hooks'],
    ['what is not printable', '/\n\x1b[31m\u{1F600}%0A', '/??[31m??%0A'],
    ['a long path, cut', `/${'a'.repeat(200)}`, `/${'a'.repeat(99)}`],
  ])('%s', async (_name, sent, printed) => {
    const ours = listener(receiverWith({ observe: false }), { path });
    // As a framework that decodes it might keep it.
    const { warn, send } = await start((req, res) =>
      ours(Object.assign(req, { originalUrl: sent }), res),
    );
    expect(await send('/')).toBe(404);
    expect(await send('/')).toBe(404);
    expect(warn).toHaveBeenCalledTimes(1);
    const [line] = warn.mock.calls[0] ?? [];
    expect(line).toContain('[screening-webhooks] listener waits at /hooks;');
    expect(line).toContain(` came to ${printed} and was answered 404.`);
    expect(line).toContain('listener(receiver)');
  });

  it('where the app answers 404, and not where it has webhooks of its own', async () => {
    const app = express().post('/own', (_req, res) => void res.sendStatus(204));
    const { warn, send } = await start(listener(receiverWith(), { path, fallback: app }));
    expect(await send('/unsigned', { method: 'POST' })).toBe(404);
    expect(await send('/own')).toBe(204);
    expect(await send('/hooks')).toBe(200);
    expect(warn).not.toHaveBeenCalled();
    expect(await send('/missed')).toBe(404);
    expect(await send('/missed-too')).toBe(404);
    expect(warn.mock.calls).toEqual([[expect.stringContaining(' came to /missed and ')]]);
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

describe('a failure in front of the receiver is a 500 and a warning', () => {
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

  it('an app without a path, which would get nothing', () => {
    const wrong = () => listener(receiverWith(), { fallback: expressApp() } as ListenerOptions);
    expect(wrong).toThrow(TypeError);
    expect(wrong).toThrow(/^fallback: .*listener\(receiver, \{ path/);
  });

  it.each([null, '/hooks'])('%s in place of the options', (wrong) => {
    const construct = () => listener(receiverWith(), wrong as unknown as ListenerOptions);
    expect(construct).toThrow(TypeError);
    expect(construct).toThrow(/^options: .*listener\(receiver, \{ path/);
  });

  it('options without a handler', () => {
    const options = { secret: SECRET, handlers: {} } as unknown as Receiver;
    expect(() => listener(options, { path })).toThrow(/^handlers: expected at least one/);
  });
});
