import { describe, expect, it } from 'vitest';
import { rawExchange, startServer } from '../../testing/test/support/serve.js';
import { SECRET } from '../../testing/test/support/signed.js';
import { head, type SocketOptions, socketSuite } from '../../testing/test/support/socket-suite.js';
import { webhook } from '../src/index.js';
import { koaVersions } from './support/koa-versions.js';

describe.concurrent.each(koaVersions)('%s', (_version, Koa) => {
  function appWith(options: Partial<SocketOptions>) {
    const statuses: number[] = [];
    const receive = webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options });
    const app = new Koa();
    // Koa prints an error when a sender disconnects.
    app.silent = true;
    app.use(async (ctx, next) => {
      await next();
      statuses.push(ctx.status);
    });
    app.use((ctx, next) => {
      if (ctx.path === '/hooks') return receive(ctx, next);
      ctx.body = 'ok';
      return undefined;
    });
    return { statuses, app };
  }

  socketSuite((options) => startServer(appWith(options).app.callback()));

  it('middleware around the receiver sees the status of a delivery with an incomplete body', async () => {
    const { app, statuses } = appWith({ ackTimeout: 100, maxBodyBytes: 10_000 });
    const { port, stop } = await startServer(app.callback());
    try {
      await rawExchange(port, [await head({ 'content-length': '100' }), 'x']);
      await rawExchange(port, [await head({ 'content-length': '900000' })]);
      expect(statuses).toEqual([400, 413]);
    } finally {
      stop();
    }
  });
});
