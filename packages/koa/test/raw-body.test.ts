import { bodyParser as scopedBodyParser } from '@koa/bodyparser';
import { RawBodyUnavailableError } from '@screening-webhooks/core';
import Koa, { type Middleware } from 'koa';
import { koaBody } from 'koa-body';
import bodyParser from 'koa-bodyparser';
import { bytes, exactTexts, withLicense } from 'screening-webhooks-test-support/exact-bodies';
import {
  deliverTo,
  eachIsNew,
  exactBytesSuite,
} from 'screening-webhooks-test-support/exact-bytes-suite';
import { postHook } from 'screening-webhooks-test-support/post-hook';
import { rawExchange, serve } from 'screening-webhooks-test-support/serve';
import { eventBody, SECRET } from 'screening-webhooks-test-support/signed';
import { head } from 'screening-webhooks-test-support/socket-suite';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';
import { koaBody6 } from './support/koa-body-6.js';

const event = eventBody();
const MARK = [0xef, 0xbb, 0xbf];

/** Bodies that do not survive decoding to a string. */
const undecodable: [name: string, body: Buffer, outcome: string][] = [
  ['a byte order mark', bytes(MARK, event), 'processed'],
  ['a genuine U+FFFD', withLicense('\uFFFD'), 'processed'],
  ['invalid UTF-8', withLicense([0xff]), 'event_malformed'],
  // Three of the four bytes of a character: decoded to one U+FFFD, which also has three.
  ['invalid UTF-8 of the same length', withLicense([0xf0, 0x9f, 0x98]), 'event_malformed'],
  // Two of three bytes, three times: each U+FFFD is one byte longer, and the byte order mark is dropped.
  [
    'invalid UTF-8 and a byte order mark that cancel out',
    bytes(MARK, withLicense([0xe2, 0x82], ' ', [0xe2, 0x82], ' ', [0xe2, 0x82])),
    'event_malformed',
  ],
];

/** A parser that keeps the bytes. */
const rawParser: Middleware = async (ctx, next) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  ctx.request.body = Buffer.concat(chunks);
  await next();
};

/** Firebase passes a request whose body was read, with its bytes. */
const platform: Middleware = async (ctx, next) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  Object.assign(ctx.req, { rawBody: Buffer.concat(chunks), body: {} });
  await next();
};

const optOut: Middleware = (ctx, next) => {
  if (ctx.path === '/hooks') ctx['disableBodyParser'] = true;
  return next();
};

const exact: [name: string, before: Middleware[]][] = [
  ['a raw body parser first', [rawParser]],
  ['a platform that keeps rawBody', [platform]],
  ['koa-bodyparser for another type first', [bodyParser({ enableTypes: ['form'] })]],
  ['ctx.disableBodyParser, then koa-bodyparser', [optOut, bodyParser()]],
  ['ctx.disableBodyParser, then @koa/bodyparser', [optOut, scopedBodyParser()]],
];

const decoding: [name: string, before: Middleware[]][] = [
  ['koa-bodyparser first', [bodyParser({ jsonLimit: '2mb' })]],
  ['@koa/bodyparser first', [scopedBodyParser({ jsonLimit: '2mb' })]],
  ['koa-body({ includeUnparsed }) first', [koaBody({ jsonLimit: '2mb', includeUnparsed: true })]],
  [
    'koa-body 6 ({ includeUnparsed }) first',
    [koaBody6({ jsonLimit: '2mb', includeUnparsed: true })],
  ],
];

const losing: [name: string, before: Middleware[]][] = [
  ['koa-body', [koaBody()]],
  ['koa-body 6', [koaBody6()]],
  [
    'a custom parser',
    [
      async (ctx, next) => {
        let text = '';
        for await (const chunk of ctx.req) text += chunk;
        ctx.request.body = JSON.parse(text);
        await next();
      },
    ],
  ],
];

const hook = () => webhook(eachIsNew);

function appWith(before: readonly Middleware[], route: Middleware = hook()) {
  const errors: unknown[] = [];
  const app = new Koa();
  for (const middleware of before) app.use(middleware);
  app.use(route);
  app.on('error', (error) => errors.push(error));
  return { app: app.callback(), errors };
}

async function startWith(before: readonly Middleware[]) {
  const { app, errors } = appWith(before);
  const { url, port } = await serve(app);
  return { port, errors, deliver: deliverTo(`${url}/hooks`) };
}

describe.each(exact)('%s', (_arrangement, before) => {
  const bodies = [...exactTexts, ...undecodable];
  exactBytesSuite(async () => (await startWith(before)).deliver, bodies);
});

describe.each(decoding)('%s', (_arrangement, before) => {
  exactBytesSuite(async () => (await startWith(before)).deliver, exactTexts);

  it('a body that decoding may have changed is the named error, not a mismatch', async () => {
    const { deliver, errors } = await startWith(before);
    const statuses: [name: string, status: number][] = [];
    for (const [name, body] of undecodable) statuses.push([name, (await deliver(body)).status]);
    expect(statuses).toEqual(undecodable.map(([name]) => [name, 500]));
    expect(errors).toEqual(undecodable.map(() => expect.any(RawBodyUnavailableError)));
  });

  it('a chunked upload, which has no content-length, is the named error', async () => {
    const { port, errors } = await startWith(before);
    const { answer } = await rawExchange(port, [
      await head({ 'transfer-encoding': 'chunked' }),
      `${event.length.toString(16)}\r\n${event}\r\n0\r\n\r\n`,
    ]);
    expect(answer).toContain('500 Internal Server Error');
    expect(errors).toEqual([expect.any(RawBodyUnavailableError)]);
  });
});

describe.each(losing)('%s first', (_arrangement, before) => {
  it.each([
    ['webhook', hook],
    ['verifyWebhook', () => verifyWebhook({ secret: SECRET })],
  ])('%s throws the named error, with the fix', async (_name, route) => {
    const { app, errors } = appWith(before, route());
    const response = await postHook(app);
    expect([response.status, response.text]).toEqual([500, 'Internal Server Error']);
    expect(errors).toEqual([expect.any(RawBodyUnavailableError)]);
    expect(String(errors[0])).toMatch(/in koa.*disableBodyParser/is);
  });

  it('is not reported for a delivery without a signature', async () => {
    const { app, errors } = appWith(before);
    const response = await postHook(app, '{}', { 'content-type': 'application/json' });
    expect(response.body).toEqual({ outcome: 'rejected', code: 'signature_header_missing' });
    expect(errors).toEqual([]);
  });
});

it('middleware of the app can catch the error', async () => {
  const { app, errors } = appWith([
    async (ctx, next) => {
      try {
        await next();
      } catch (error) {
        ctx.status = 500;
        ctx.body = { error: error instanceof Error ? error.name : 'other' };
      }
    },
    koaBody(),
  ]);
  const response = await postHook(app);
  expect([response.status, response.body]).toEqual([500, { error: 'RawBodyUnavailableError' }]);
  expect(errors).toEqual([]);
});
