import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import {
  All,
  Body,
  Controller,
  type INestApplication,
  type MiddlewareConsumer,
  type NestApplicationOptions,
  type NestModule,
  Post,
  RequestMethod,
  type Type,
} from '@nestjs/common';
import type { Observation } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import express from 'express';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ScreeningWebhooksOptions } from '../src/index.js';
import { createApp, platforms, providerOf, screening, startApp } from './support/nest-app.js';

type Use = (
  req: unknown,
  res: { statusCode: number; end(text: string): unknown },
  next: () => void,
) => unknown;

/** The names of the middleware that has opened a context around what runs now. */
const opened = new AsyncLocalStorage<readonly string[]>();
const inside = (): readonly string[] => opened.getStore() ?? [];
const open =
  (name: string): Use =>
  (_req, _res, next) =>
    opened.run([...inside(), name], next);
const forbid: Use = (_req, res) => {
  res.statusCode = 403;
  res.end('not in the list');
};

/** A module with middleware. */
function applying(use: Use, path = '*', method?: RequestMethod): Type {
  class Middleware {
    readonly use = use;
  }
  class Applying implements NestModule {
    configure(consumer: MiddlewareConsumer) {
      consumer.apply(Middleware).forRoutes(method === undefined ? path : { path, method });
    }
  }
  return Applying;
}

// Longer than the limit of the body parsers.
const note = 'x'.repeat(200_000);
const large = fixture('document_verification.completed', { data: { formData: { note } } });
const processed = [200, '{"outcome":"processed"}'];

/** Starts an app for the length of one test, and delivers to it. */
async function deliver(app: INestApplication, path = '/hooks') {
  const { url, stop } = await startApp(app);
  onTestFinished(stop);
  return post(url + path);
}

async function post(url: string) {
  const { body, headers } = await sign(JSON.stringify(large, null, 3), { secret: SECRET });
  const response = await fetch(url, { method: 'POST', headers, body });
  return [response.status, await response.text()];
}

describe.each(platforms)('on %s', (platform) => {
  @Controller()
  class Everything {
    @All('*')
    take() {
      return 'the controller';
    }
  }

  const create = (
    imports: readonly Type[],
    options: Partial<ScreeningWebhooksOptions> = {},
    appOptions: NestApplicationOptions = {},
    handler: () => unknown = () => {},
  ) =>
    createApp(
      platform,
      {
        imports: [...imports, screening(options)],
        controllers: [Everything],
        providers: [providerOf({ '*': handler })],
      },
      appOptions,
    );

  describe.each([{}, { rawBody: true }, { bodyParser: false }])('with %o', (appOptions) => {
    it('secret resolver, handler and observer are inside what middleware opens', async () => {
      const seen: Record<string, readonly string[]> = {};
      const see = (name: string) => {
        seen[name] = inside();
      };
      const app = await create(
        [
          applying(open('routes')),
          applying(open('all methods'), '*', RequestMethod.ALL),
          applying(open('POST'), 'hooks', RequestMethod.POST),
          applying(open('another route'), 'other'),
        ],
        {
          secret: () => {
            see('secret');
            return SECRET;
          },
          observe: () => see('observer'),
        },
        appOptions,
        () => see('handler'),
      );
      app.use(open('app.use'));
      expect(await deliver(app)).toEqual(processed);
      const all = ['app.use', 'routes', 'all methods', 'POST'];
      expect(seen).toEqual({ secret: all, handler: all, observer: all });
    });
  });

  it('the answer of an allow list wins, of app.use and of a module', async () => {
    let runs = 0;
    const refused = await create([], {}, {}, () => runs++);
    refused.use(forbid);
    expect(await deliver(refused)).toEqual([403, 'not in the list']);
    const refusedByModule = await create([applying(forbid)], {}, {}, () => runs++);
    expect(await deliver(refusedByModule)).toEqual([403, 'not in the list']);
    expect(runs).toBe(0);
  });

  it.each([
    [[], ['app.use']],
    [['hooks'], ['app.use', 'module']],
  ])('with a global prefix that excludes %o, %o runs', async (exclude, expected) => {
    const seen: (readonly string[])[] = [];
    const app = await create([applying(open('module'))], {}, {}, () => seen.push(inside()));
    app.setGlobalPrefix('api', { exclude });
    app.use(open('app.use'));
    expect(await deliver(app)).toEqual(processed);
    expect(seen).toEqual([expected]);
  });
});

describe('on Express', () => {
  const create = (options = {}, appOptions = {}) =>
    createApp(
      'Express',
      { imports: [screening(options)], providers: [providerOf({ '*': () => {} })] },
      appOptions,
    );

  it('a parser in app.use, also in a function of the app, leaves deliveries alone', async () => {
    const json = express.json({ limit: 10 });
    for (const parse of [json, (...call: Parameters<typeof json>) => json(...call)]) {
      const app = await create();
      app.use(parse);
      expect(await deliver(app)).toEqual(processed);
    }
  });

  it('other requests keep their bodies for the parsers', async () => {
    @Controller('other')
    class Other {
      @Post()
      echo(@Body() body: unknown) {
        return body;
      }
    }
    const app = await createApp('Express', {
      imports: [screening()],
      controllers: [Other],
      providers: [providerOf({ '*': () => {} })],
    });
    let passed = 0;
    app.use((_req: unknown, _res: unknown, next: () => void) => {
      passed += 1;
      next();
    });
    const { url, stop } = await startApp(app);
    onTestFinished(stop);
    const body = JSON.stringify({ a: 1 });
    const signed = await sign(body, { secret: SECRET });
    const echoed = await fetch(`${url}/other`, { method: 'POST', ...signed });
    expect(await echoed.json()).toEqual({ a: 1 });
    const unsigned = await fetch(`${url}/hooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await unsigned.json()).toEqual({
      outcome: 'rejected',
      code: 'signature_header_missing',
    });
    expect(passed).toBe(2);
  });

  it('a body that is too large is refused while its bytes are counted', async () => {
    const app = await create({ maxBodyBytes: 1000 });
    app.use(express.json({ limit: '1mb' }));
    const { url, stop } = await startApp(app);
    onTestFinished(stop);
    const { headers } = await sign('{}', { secret: SECRET });
    const sending = request(`${url}/hooks`, { method: 'POST', headers, agent: false });
    // The end never comes.
    sending.write('x'.repeat(2000));
    const answer = await new Promise<IncomingMessage>((resolve) =>
      sending.once('response', resolve),
    );
    expect(answer.statusCode).toBe(413);
    expect(await text(answer)).toBe('{"outcome":"rejected","code":"body_too_large"}');
    sending.destroy();
  });

  it.each(['rawBody', 'body'])('a platform may leave the bytes in %s', async (name) => {
    const app = await create();
    await app.init();
    const handle: RequestListener = app.getHttpAdapter().getInstance();
    const server = createServer(async (req, res) => {
      handle(Object.assign(req, { [name]: await buffer(req) }), res);
    });
    onTestFinished(async () => {
      server.close();
      server.closeAllConnections();
      await app.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await post(`http://127.0.0.1:${port}/hooks`)).toEqual(processed);
  });

  it('the time of arrival is that in front of the middleware', async () => {
    const observations: Observation[] = [];
    const start = Date.now();
    let time = start;
    const app = await create({
      now: () => time,
      observe: (one: Observation) => observations.push(one),
    });
    app.use((_req: unknown, _res: unknown, next: () => void) => {
      time += 5000;
      next();
    });
    expect(await deliver(app)).toEqual(processed);
    expect(observations).toMatchObject([{ receivedAt: start, durationMs: 5000 }]);
  });
});
