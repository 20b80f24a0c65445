import { describe, expect, it } from 'vitest';
import { rawExchange, serve } from '../../testing/test/support/serve.js';
import { SECRET } from '../../testing/test/support/signed.js';
import { head, type SocketOptions, socketSuite } from '../../testing/test/support/socket-suite.js';
import { webhook } from '../src/index.js';
import { koaVersions } from './support/koa-versions.js';

describe.each(koaVersions)('%s', (_version, Koa) => {
  function appWith(options: Partial<SocketOptions>) {
    const statuses: number[] = [];
    const receive = webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options });
    const app = new Koa();
    // Koa prints it when a sender goes away.
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

  socketSuite((options) => serve(appWith(options).app.callback()));

  it('middleware around us sees the status of a delivery whose body did not come in whole', async () => {
    const { app, statuses } = appWith({ ackTimeout: 100, maxBodyBytes: 10_000 });
    const { port } = await serve(app.callback());
    await rawExchange(port, [await head({ 'content-length': '100' }), 'x'], { silenceMs: 1000 });
    await rawExchange(port, [await head({ 'content-length': '900000' })], { silenceMs: 200 });
    await expect.poll(() => statuses).toEqual([400, 413]);
  });
});
