import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import { SpanKind } from '@opentelemetry/api';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import { webhook as koaWebhook } from '@screening-webhooks/koa';
import { sign } from '@screening-webhooks/testing';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import { serve } from 'screening-webhooks-test-support/serve';
import { beforeEach, expect, it } from 'vitest';
import { screeningTelemetry } from '../src/index.js';
import { eventOf, SECRET } from './support/deliveries.js';
import { startContext, testSdk } from './support/sdk.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PATH = '/webhooks/screening';

type Create = ReturnType<typeof screeningTelemetry>['createReceiver'];
type Send = (request: Request) => Promise<Response>;

async function sendTo(app: RequestListener): Promise<Send> {
  const { url } = await serve(app);
  return async (request) =>
    fetch(`${url}${PATH}`, {
      method: 'POST',
      headers: request.headers,
      body: await request.arrayBuffer(),
    });
}

const handlers = { '*': () => {} };
const apps: readonly [string, (create: Create) => Promise<Send>][] = [
  [
    'Express',
    async (create) => {
      const app = express();
      app.post(PATH, expressWebhook(create({ secret: SECRET, handlers })));
      return sendTo(app);
    },
  ],
  [
    'Koa',
    async (create) => {
      const router = new Router();
      router.post(PATH, koaWebhook(create({ secret: SECRET, handlers })));
      return sendTo(new Koa().use(router.routes()).callback());
    },
  ],
  [
    'Hono',
    async (create) => {
      const app = new Hono();
      app.post(PATH, honoWebhook(create({ secret: SECRET, handlers })));
      return async (request) => app.request(request);
    },
  ],
  ['receiver.fetch', async (create) => create({ secret: SECRET, handlers }).fetch],
];

beforeEach(startContext);

it.each(apps)('%s: the trace of the request continues in the handler', async (_name, start) => {
  const sdk = testSdk();
  const send = await start(screeningTelemetry({ ...sdk.providers, route: PATH }).createReceiver);
  const signed = await sign(eventOf('evt_1'), { secret: SECRET });
  const request = signed.request(`https://receiver.test${PATH}`);
  request.headers.set('traceparent', `00-${TRACE}-b7ad6b7169203331-01`);
  const response = await send(request);
  expect([response.status, await response.text()]).toEqual([200, '{"outcome":"processed"}']);

  const span = sdk.span(`POST ${PATH}`);
  expect(span.kind).toBe(SpanKind.SERVER);
  expect(span.parentSpanContext?.traceId).toBe(TRACE);
  const processing = sdk.span('process screening-webhooks');
  expect(processing.spanContext().traceId).toBe(TRACE);
  expect(processing.parentSpanContext?.spanId).toBe(span.spanContext().spanId);
});
