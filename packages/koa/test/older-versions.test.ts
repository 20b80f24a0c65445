import { createRequire } from 'node:module';
import Router from '@koa/router';
import type Koa from 'koa';
import { koaBody } from 'koa-body';
import bodyParser from 'koa-bodyparser';
import { olderVersionSuite } from 'screening-webhooks-test-support/older-version-suite';
import { startServer } from 'screening-webhooks-test-support/serve';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { describe } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';

const Koa2: typeof Koa = createRequire(import.meta.url)('koa2');

const before = { unread: [], kept: [bodyParser()], lost: [koaBody()] };

describe('Koa 2', () => {
  olderVersionSuite((receiver, body) => {
    const router = new Router();
    router.post('/hooks', webhook(receiver));
    router.post('/verified', verifyWebhook({ secret: SECRET, observe: false }), (ctx) => {
      ctx.status = 202;
      ctx.body = ctx.state.webhookEvent.id;
    });
    const app = new Koa2();
    app.use(async (ctx, next) => {
      try {
        await next();
      } catch (error) {
        ctx.status = 500;
        ctx.body = error instanceof Error ? error.name : '';
      }
    });
    for (const parser of before[body]) app.use(parser);
    return startServer(app.use(router.routes()).callback());
  });
});
