import Router from '@koa/router';
import type { Credentials } from './credentials.js';

/** `GET /credentials/:reference`, and `POST /credentials` with `{ "reference": "…" }`. */
export function credentialRoutes(credentials: Credentials): Router {
  const router = new Router({ prefix: '/credentials' });

  router.get('/:reference', async (ctx) => {
    const status = await credentials.statusOf(ctx.params['reference'] ?? '');
    // Without a body, Koa answers 404.
    if (status) ctx.body = { status };
  });

  router.post('/', async (ctx) => {
    const { reference } = Object(ctx.request.body);
    if (typeof reference !== 'string' || reference === '') ctx.throw(400, 'reference is missing');
    await credentials.save(reference, 'unverified');
    ctx.status = 201;
    ctx.body = { status: 'unverified' };
  });

  return router;
}
