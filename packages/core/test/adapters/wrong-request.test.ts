import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import { startServer } from 'screening-webhooks-test-support/serve';
import { describe, expect, it } from 'vitest';
import { fetchDelivery } from '../../src/adapters/index.js';
import { listener, nodeDelivery } from '../../src/adapters/node/index.js';
import { createReceiver, createVerifier } from '../../src/index.js';
import { SECRET } from '../support/signed-delivery.js';

const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
const { verify } = createVerifier({ secret: SECRET });
const fix = 'Pass it on unread.';

/** What a framework passes to its handlers, from a real request. */
async function passed(start: (see: (value: unknown) => void) => RequestListener) {
  let seen: unknown;
  const { url, stop } = await startServer(
    start((value) => {
      seen = value;
    }),
  );
  await fetch(url, { method: 'POST', body: '{}' });
  stop();
  return seen;
}

const fromNode = passed((see) => (req, res) => {
  see(req);
  res.end();
});
const fromExpress = passed((see) =>
  express().use((req, res) => {
    see(req);
    res.end();
  }),
);
const fromKoa = passed((see) => new Koa().use((ctx) => see(ctx)).callback());

async function fromHono() {
  let seen: unknown;
  await new Hono()
    .all('/', (c) => {
      seen = c;
      return c.text('');
    })
    .request('/');
  return seen;
}

const request = () => new Request('https://x.test/hooks', { method: 'POST', body: '{}' });

/** Each with the words of its message after `got`. */
const values: [name: string, value: () => unknown, got: string][] = [
  [
    'a Node request',
    () => fromNode,
    'what Node passes. Use listener(receiver, { path }) of @screening-webhooks/core/node',
  ],
  [
    'an Express request',
    () => fromExpress,
    'what Express passes. Use webhook(receiver) of @screening-webhooks/express.',
  ],
  [
    'a Koa context',
    () => fromKoa,
    'what Koa passes. Use webhook(receiver) of @screening-webhooks/koa.',
  ],
  [
    'a Hono context',
    fromHono,
    'what Hono passes. Use webhook(receiver) of @screening-webhooks/hono.',
  ],
  [
    'an event of SvelteKit, React Router or Pages',
    () => ({ request: request(), params: {} }),
    'an object that has it as `request`. Pass that.',
  ],
  ['a web-standard Request', request, 'a Request. Use receiver.fetch(request).'],
  ['an event of Lambda', () => ({ body: '{}', headers: {} }), 'object.'],
  ['nothing', () => undefined, 'undefined.'],
  ['null', () => null, 'null.'],
];

const isRequest = ([name]: (typeof values)[number]) => name === 'a web-standard Request';
const isNode = ([name]: (typeof values)[number]) => /Node|Express/.test(name);

async function mistake(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

function mustName(error: unknown, expected: string, got: string): void {
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain(`request: expected ${expected}, got ${got}`);
}

describe.each(values.filter((value) => !isRequest(value)))('%s', (_name, value, got) => {
  it('is a TypeError of receiver.fetch and of fetchDelivery, which names the function for it', async () => {
    const given = (await value()) as Request;
    const expected = 'a web-standard Request';
    mustName(await mistake(() => receiver.fetch(given)), expected, got);
    mustName(await mistake(() => fetchDelivery(given)), expected, got);
  });
});

describe.each(values.filter((value) => !isNode(value)))('%s', (_name, value, got) => {
  it('is a TypeError of nodeDelivery and of a listener, which names the function for it', async () => {
    const given = (await value()) as IncomingMessage;
    const expected = 'the IncomingMessage of Node';
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const listen = listener(receiver, { path: '/hooks' });
    mustName(await mistake(() => nodeDelivery(given, { fix })), expected, got);
    mustName(await mistake(() => listen(given, response)), expected, got);
  });
});

describe.each(values)('%s', (_name, value, got) => {
  it('is a TypeError of receiver.receive and of a verifier, which names the function for it', async () => {
    const given = (await value()) as ReturnType<typeof fetchDelivery>;
    mustName(await mistake(() => receiver.receive(given)), 'a Delivery', got);
    mustName(await mistake(() => verify(given)), 'a Delivery', got);
  });
});
