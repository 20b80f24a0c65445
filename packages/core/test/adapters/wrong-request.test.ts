import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import { startServer } from 'screening-webhooks-test-support/serve';
import { expect, it, vi } from 'vitest';
import { fetchDelivery } from '../../src/adapters/index.js';
import { listener, nodeDelivery } from '../../src/adapters/node/index.js';
import { createReceiver, createVerifier } from '../../src/index.js';
import { SECRET } from '../support/signed-delivery.js';

const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
const { verify } = createVerifier({ secret: SECRET });

type See = (value: unknown) => void;

/** The argument that a framework passes to its handlers, from a real request. */
async function passed(start: (see: See) => RequestListener): Promise<unknown> {
  const see = vi.fn<See>();
  const { url, stop } = await startServer(start(see));
  await fetch(url, { method: 'POST', body: '{}' });
  stop();
  return see.mock.lastCall?.[0];
}

/** A middleware for Node and Express. */
const ending = (see: See) => (req: IncomingMessage, res: ServerResponse) => {
  see(req);
  res.end();
};
const fromNode = passed(ending);
const fromExpress = passed((see) => express().use(ending(see)));
const fromKoa = passed((see) => new Koa().use((ctx) => see(ctx)).callback());

async function fromHono(): Promise<unknown> {
  const see = vi.fn<See>();
  const app = new Hono().all('/', (c) => {
    see(c);
    return c.text('');
  });
  await app.request('/');
  return see.mock.lastCall?.[0];
}

const request = () => new Request('https://x.test/hooks', { method: 'POST', body: '{}' });

const useWebhook = (name: string) =>
  `what ${name} passes. Use webhook(receiver) of @screening-webhooks/${name.toLowerCase()}.`;
const useListener = 'what Node passes. Use listener(receiver) of @screening-webhooks/core/node';
const asReq = 'an object that has it as `req`. Pass that.';
const fromH3 = 'what h3 passes. Pass toWebRequest(event).';
const asRequest = 'an object that has it as `request`. Pass that.';

/** The argument, the words of its message after `got`, and its kind if a function accepts that kind. */
const requests: [name: string, value: () => unknown, got: string, kind?: 'web' | 'node'][] = [
  ['a Node request', () => fromNode, useListener, 'node'],
  ['an Express request', () => fromExpress, useWebhook('Express'), 'node'],
  ['a Koa context', () => fromKoa, useWebhook('Koa')],
  ['a Hono context', fromHono, useWebhook('Hono')],
  ['an event of SvelteKit, React Router or Pages', () => ({ request: request() }), asRequest],
  ['a web-standard Request', request, 'a Request. Use receiver.fetch(request).', 'web'],
  // The shape of h3's classes, version 2 and version 1. h3 is not installed here.
  ['an event of h3 2', () => ({ app: {}, res: {}, req: request(), headers: new Headers() }), asReq],
  [
    'an event of h3 1',
    async () => ({
      node: { req: await fromNode, res: {} },
      headers: new Headers(),
      method: 'POST',
    }),
    fromH3,
  ],
  ['an event of Lambda', () => ({ body: '{}', headers: {} }), 'object.'],
  ['nothing', () => undefined, 'undefined.'],
  ['null', () => null, 'null.'],
];

it.each(requests)(
  '%s is a TypeError that names the function for it',
  async (_name, value, got, kind) => {
    const given = (await value()) as never;
    const mustName = async (expected: string, call: () => unknown) => {
      const error = await Promise.resolve()
        .then(call)
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain(`request: expected ${expected}, got ${got}`);
    };
    if (kind !== 'web') {
      await mustName('a web-standard Request', () => receiver.fetch(given));
      await mustName('a web-standard Request', () => fetchDelivery(given));
    }
    if (kind !== 'node') {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      const fix = 'Pass it on unread.';
      await mustName('the IncomingMessage of Node', () => nodeDelivery(given, { fix }));
      const listen = listener(receiver, { path: '/hooks' });
      await mustName('the IncomingMessage of Node', () => listen(given, response));
    }
    await mustName('a Delivery', () => receiver.receive(given));
    await mustName('a Delivery', () => verify(given));
  },
);
