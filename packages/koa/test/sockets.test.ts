import Koa from 'koa';
import { rawExchange, startServer } from 'screening-webhooks-test-support/serve';
import { SECRET } from 'screening-webhooks-test-support/signed';
import {
  head,
  type SocketOptions,
  socketSuite,
} from 'screening-webhooks-test-support/socket-suite';
import { expect, it } from 'vitest';
import { webhook } from '../src/index.js';

function appWith(options: Partial<SocketOptions>) {
  const statuses: number[] = [];
  const responds: (boolean | undefined)[] = [];
  const receive = webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options });
  const app = new Koa();
  // Koa prints an error when a sender disconnects.
  app.silent = true;
  app.use(async (ctx, next) => {
    await next();
    statuses.push(ctx.status);
    responds.push(ctx.respond);
  });
  app.use((ctx, next) => {
    if (ctx.path === '/hooks') return receive(ctx, next);
    ctx.body = 'ok';
    return undefined;
  });
  return { statuses, responds, app };
}

socketSuite((options) => startServer(appWith(options).app.callback()));

it('a refused body of up to 256 KiB is drained, a larger one is not', async () => {
  const { port, stop } = await startServer(appWith({ maxBodyBytes: 10_000 }).app.callback());
  const refuse = async (length: number) => {
    const headers = { 'service-signature': 'x', 'content-length': String(length) };
    return (await rawExchange(port, [await head(headers)])).answer;
  };
  try {
    expect(await refuse(256 * 1024)).not.toMatch(/connection: close/i);
    expect(await refuse(256 * 1024 + 1)).toMatch(/connection: close/i);
  } finally {
    stop();
  }
});

it('middleware around the receiver sees the status of a delivery with an incomplete body', async () => {
  const { app, statuses, responds } = appWith({ ackTimeout: 100, maxBodyBytes: 10_000 });
  const { port, stop } = await startServer(app.callback());
  try {
    await rawExchange(port, [await head({ 'content-length': '100' }), 'x']);
    await rawExchange(port, [await head({ 'content-length': '900000' })]);
    expect(statuses).toEqual([400, 413]);
    // Koa would end the answer at once, and with it the connection, before the sender has read it.
    expect(responds).toEqual([false, false]);
  } finally {
    stop();
  }
});
