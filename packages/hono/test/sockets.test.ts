// On @hono/node-server: other runtimes own their sockets.
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { rawExchange, serve } from '../../testing/test/support/serve.js';
import { eventBody, SECRET, signedHeaders } from '../../testing/test/support/signed.js';
import { webhook } from '../src/index.js';

const event = eventBody();

async function head(extra: Record<string, string>, body = event): Promise<string> {
  const headers = { host: 'localhost', ...(await signedHeaders(body)), ...extra };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `POST /hooks HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const outcomes: string[] = [];

async function start(options: { ackTimeout?: number } = {}) {
  outcomes.length = 0;
  const app = new Hono();
  app.post(
    '/hooks',
    webhook({
      secret: SECRET,
      handlers: { '*': () => {} },
      maxBodyBytes: 10_000,
      observe: ({ outcome }) => {
        outcomes.push(outcome.kind === 'rejected' ? outcome.rejection.code : outcome.kind);
      },
      ...options,
    }),
  );
  app.get('/health', (c) => c.text('ok'));
  return serve(getRequestListener(app.fetch));
}

it('a chunked upload, in small pieces', async () => {
  const { port } = await start();
  const pieces = event.match(/.{1,7}/g) ?? [];
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
  const parts = [await head({ 'transfer-encoding': 'chunked' }), ...chunks, '0\r\n\r\n'];
  const { answer } = await rawExchange(port, parts, { silenceMs: 200 });
  expect(answer).toContain('200 OK');
  expect(answer).toContain('{"outcome":"processed"}');
});

it('a client that stalls gets its answer at the deadline', async () => {
  const { port } = await start({ ackTimeout: 100 });
  const parts = [await head({ 'content-length': String(event.length) }), event.slice(0, 20)];
  const { answer } = await rawExchange(port, parts);
  expect(answer).toContain('400 Bad Request');
  expect(answer).toContain('"code":"body_incomplete"');
});

it('a client that aborts while it sends is body_incomplete, and the server goes on', async () => {
  const { port, url } = await start();
  const parts = [await head({ 'content-length': '5000' }), event.slice(0, 20)];
  await rawExchange(port, parts, { silenceMs: 50 });
  await expect.poll(() => outcomes).toEqual(['body_incomplete']);
  expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
});

// Node takes the rest for a second request, which is none, and closes: whose answer the client sees is a race.
it('a client that says too little is judged by what it said', async () => {
  const { port } = await start();
  const parts = [await head({ 'content-length': String(event.length - 5) }), event];
  const { answer } = await rawExchange(port, parts, { silenceMs: 200 });
  expect(answer).toContain('400 Bad Request');
  await expect.poll(() => outcomes).toEqual(['signature_mismatch']);
});

it('a client that says too much and ends is body_incomplete', async () => {
  const { port } = await start();
  const parts = [await head({ 'content-length': String(event.length + 5) }), event];
  await rawExchange(port, parts, { silenceMs: 50 });
  await expect.poll(() => outcomes).toEqual(['body_incomplete']);
});

it('a declared length over the limit is refused before it is sent', async () => {
  const { port } = await start();
  const { answer, closed } = await rawExchange(port, [await head({ 'content-length': '900000' })], {
    silenceMs: 2000,
  });
  expect(answer).toContain('413 ');
  expect(closed).toBe(true);
});

it('an endless chunked body is refused while it is counted, and the connection closes cleanly', async () => {
  const { port } = await start();
  const chunk = `${(4096).toString(16)}\r\n${'x'.repeat(4096)}\r\n`;
  const parts = [await head({ 'transfer-encoding': 'chunked' }), ...Array<string>(20).fill(chunk)];
  const { answer, closed } = await rawExchange(port, parts, { silenceMs: 3000 });
  expect(answer).toContain('413 ');
  expect(answer).toContain('"code":"body_too_large"');
  expect(closed).toBe(true);
});

it('a small refused body leaves the connection usable', async () => {
  const { port } = await start();
  const refused = await head({
    'service-signature': 'x',
    'content-length': String(event.length),
  });
  const accepted = await head({ 'content-length': String(event.length) });
  const { answer } = await rawExchange(port, [refused, event, accepted, event], {
    silenceMs: 300,
  });
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
});

it('one answer per delivery, and nothing after it', async () => {
  const { port } = await start();
  const parts = [await head({ 'content-length': String(event.length) }), event];
  const { answer } = await rawExchange(port, parts, { silenceMs: 200 });
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(answer.endsWith('{"outcome":"processed"}')).toBe(true);
});
