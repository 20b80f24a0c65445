import Router from '@koa/router';
import { createReceiver, type StandardSchemaV1, type WebhookEvent } from '@screening-webhooks/core';
import Koa, { type Context } from 'koa';
import { expectTypeOf, test } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';

const secret = 's';
const handlers = { '*': () => {} };

test('resolvers and handlers get the Koa context', () => {
  webhook({
    secret: (ctx) => {
      expectTypeOf(ctx).toEqualTypeOf<Context>();
      return ctx.get('x-tenant');
    },
    handlers: {
      '*': (_event, { framework }) => expectTypeOf(framework).toEqualTypeOf<Context | undefined>(),
    },
  });
});

test('goes into apps and routers, with a state and a context of their own', () => {
  interface State {
    user: string;
  }
  interface Services {
    db: { query(): void };
  }
  new Koa().use(webhook({ secret, handlers }));
  new Koa<State, Services>().use(webhook({ secret, handlers }));
  new Router<State, Services>().post('/hooks', webhook({ secret, handlers }));
});

test('takes a receiver, written for Koa or for none', () => {
  webhook(createReceiver({ secret, handlers }));
  webhook(createReceiver({ secret: (ctx: Context) => ctx.get('x-tenant'), handlers }));
  // @ts-expect-error TS2345: a receiver for another framework
  webhook(createReceiver({ secret: (c: { env: { SECRET: string } }) => c.env.SECRET, handlers }));
});

test('an event type that does not exist does not compile', () => {
  webhook({
    secret,
    handlers: {
      // @ts-expect-error TS2561: recordedd
      'document_verification.recordedd': () => {},
    },
  });
});

test('a schema types the data in the handler', () => {
  const license: StandardSchemaV1<unknown, { number: string }> = {
    '~standard': { version: 1, vendor: 'test', validate: () => ({ value: { number: 'RN1' } }) },
  };
  webhook({
    secret,
    formData: { nursing: license },
    handlers: {
      'document_verification.completed': ({ data }) => {
        if (data.documentConfigSlug === 'nursing') {
          expectTypeOf(data.formData).toEqualTypeOf<{ number: string }>();
        }
      },
    },
  });
});

test('the event is typed behind verifyWebhook', () => {
  new Koa().use(verifyWebhook({ secret })).use((ctx) => {
    expectTypeOf(ctx.state.webhookEvent).toEqualTypeOf<WebhookEvent>();
  });
  new Router().post('/hooks', verifyWebhook({ secret }), (ctx) => {
    expectTypeOf(ctx.state.webhookEvent).toEqualTypeOf<WebhookEvent>();
  });
});
