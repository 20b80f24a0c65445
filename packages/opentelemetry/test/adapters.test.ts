import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import { SpanKind } from '@opentelemetry/api';
import type { Receiver } from '@screening-webhooks/core';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import { webhook as koaWebhook } from '@screening-webhooks/koa';
import { sign } from '@screening-webhooks/testing';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it } from 'vitest';
import { eventOf, SECRET } from './support/deliveries.js';
import { startContext } from './support/sdk.js';
import { tracedReceiver } from './support/telemetry.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PATH = '/webhooks/screening';

type Send = (request: Request) => Response | Promise<Response>;

const served =
  (app: RequestListener): Send =>
  async (request) => {
    const { url } = await serve(app);
    const { headers } = request;
    return fetch(url + PATH, { method: 'POST', headers, body: await request.text() });
  };

const koaApp = (receiver: Receiver) =>
  new Koa().use(new Router().post(PATH, koaWebhook(receiver)).routes());

const apps: readonly [string, (receiver: Receiver) => Send][] = [
  ['Express', (receiver) => served(express().post(PATH, expressWebhook(receiver)))],
  ['Koa', (receiver) => served(koaApp(receiver).callback())],
  ['Hono', (receiver) => new Hono().post(PATH, honoWebhook(receiver)).fetch],
  ['receiver.fetch', (receiver) => receiver.fetch],
];

it.each(apps)('%s continues the trace of the request in the handler', async (_name, sendTo) => {
  startContext();
  const { sdk, receiver } = tracedReceiver({ now: Date.now }, { route: PATH });
  const signed = await sign(eventOf('evt_1'), { secret: SECRET });
  const request = signed.request(`https://receiver.test${PATH}`);
  request.headers.set('traceparent', `00-${TRACE}-b7ad6b7169203331-01`);
  const response = await sendTo(receiver)(request);
  expect([response.status, await response.text()]).toEqual([200, '{"outcome":"processed"}']);

  const span = sdk.span(`POST ${PATH}`);
  expect(span.kind).toBe(SpanKind.SERVER);
  expect(span.parentSpanContext?.traceId).toBe(TRACE);
  const processing = sdk.span('process screening-webhooks');
  expect(processing.spanContext().traceId).toBe(TRACE);
  expect(processing.parentSpanContext?.spanId).toBe(span.spanContext().spanId);
});
