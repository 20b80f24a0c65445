import 'reflect-metadata';
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { listener } from '@screening-webhooks/core/node';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import { webhook as koaWebhook } from '@screening-webhooks/koa';
import { OnScreeningEvent, ScreeningWebhooksModule } from '@screening-webhooks/nestjs';
import express, { type RequestHandler } from 'express';
import { Hono } from 'hono';
import Koa, { type Middleware } from 'koa';
import { secret } from '../delivery-of-size.js';
import {
  handler,
  REMEMBERED,
  readByHand,
  receiverByHand,
  receiverWithStripe,
  type Verdict,
} from './by-hand.js';
import { PATH } from './corpus.js';

// Each framework with the same route: bare, by hand, and with our adapter. The apps by hand answer as users of the framework
// do: res.json(), ctx.body, c.json(). All apps answer with the same status and body. Express computes no ETag: the adapter
// sends none either.

const READ: Verdict = { status: 200, outcome: 'processed' };

const screeningReceiver = () =>
  createReceiver({
    secret,
    dedupe: memoryStore({ maxEntries: REMEMBERED }),
    handlers: { '*': handler },
  });

function expressApp(...route: RequestHandler[]): RequestListener {
  return express()
    .set('etag', false)
    .post(PATH, ...route);
}

function koaApp(route: Middleware): RequestListener {
  return new Koa().use((ctx, next) => (ctx.path === PATH ? route(ctx, next) : next())).callback();
}

function honoApp(route: (app: Hono) => Hono): RequestListener {
  const serve = getRequestListener(route(new Hono()).fetch);
  return (req, res) => void serve(req, res);
}

function expressByHand(): RequestListener {
  const receive = receiverByHand();
  return expressApp(async (req, res) => {
    const { status, outcome } = await receive(await readByHand(req), req.get('service-signature'));
    res.status(status).json({ outcome });
  });
}

function koaByHand(): RequestListener {
  const receive = receiverByHand();
  return koaApp(async (ctx) => {
    const header = ctx.get('service-signature');
    const { status, outcome } = await receive(await readByHand(ctx.req), header);
    ctx.status = status;
    ctx.body = { outcome };
  });
}

function honoByHand(): RequestListener {
  const receive = receiverByHand();
  return honoApp((app) =>
    app.post(PATH, async (c) => {
      const body = Buffer.from(await c.req.arrayBuffer());
      const { status, outcome } = await receive(body, c.req.header('service-signature'));
      return c.json({ outcome }, status === 200 ? 200 : 400);
    }),
  );
}

function expressRawAndStripe(): RequestListener {
  const receive = receiverWithStripe();
  const raw = express.raw({ type: 'application/json', limit: '1mb' });
  return expressApp(raw, async (req, res) => {
    const { status, outcome } = await receive(req.body, req.get('service-signature'));
    res.status(status).json({ outcome });
  });
}

function bareExpress(): RequestListener {
  return expressApp(async (req, res) => {
    await readByHand(req);
    res.json({ outcome: READ.outcome });
  });
}

function bareKoa(): RequestListener {
  return koaApp(async (ctx) => {
    await readByHand(ctx.req);
    ctx.body = { outcome: READ.outcome };
  });
}

function bareHono(): RequestListener {
  return honoApp((app) =>
    app.post(PATH, async (c) => {
      await c.req.arrayBuffer();
      return c.json({ outcome: READ.outcome });
    }),
  );
}

/** The receiver of the Express adapter, in a Nest app on Express. Calls decorators as functions: esbuild keeps none. */
async function nestApp(): Promise<RequestListener> {
  class Licenses {
    onEvent(event: unknown): Promise<void> {
      return handler(event);
    }
  }
  OnScreeningEvent('*')(Licenses.prototype, 'onEvent', {});
  class AppModule {}
  const receiver = ScreeningWebhooksModule.forRoot({
    path: PATH,
    secret,
    dedupe: memoryStore({ maxEntries: REMEMBERED }),
  });
  Module({ imports: [receiver], providers: [Licenses] })(AppModule);
  const app = await NestFactory.create(AppModule, { logger: false });
  app.getHttpAdapter().getInstance().set('etag', false);
  await app.init();
  return app.getHttpAdapter().getInstance();
}

/** The apps of one framework, by the name of their row. */
type Apps = Readonly<Record<string, () => RequestListener | Promise<RequestListener>>>;

/** All apps, by framework and by the name of their row. */
export const apps: Readonly<Record<string, Apps>> = {
  Express: {
    bare: bareExpress,
    'by hand': expressByHand,
    adapter: () => expressApp(expressWebhook(screeningReceiver())),
    'Nest module': nestApp,
    'express.raw() + stripe': expressRawAndStripe,
    listener: () => listener(screeningReceiver(), { path: PATH, fallback: express() }),
  },
  Koa: {
    bare: bareKoa,
    'by hand': koaByHand,
    adapter: () => koaApp(koaWebhook(screeningReceiver())),
  },
  Hono: {
    bare: bareHono,
    'by hand': honoByHand,
    adapter: () => honoApp((app) => app.post(PATH, honoWebhook(screeningReceiver()))),
  },
};
