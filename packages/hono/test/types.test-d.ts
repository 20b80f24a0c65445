import {
  createReceiver,
  type DedupeStore,
  type Inbox,
  memoryStore,
  type StandardSchemaV1,
  type WebhookEvent,
} from '@screening-webhooks/core';
import { type Context, Hono } from 'hono';
import { expectTypeOf, test } from 'vitest';
import { webhook as edgeWebhook } from '../src/edge.js';
import { verifyWebhook, type WebhookEventEnv, webhook } from '../src/index.js';

interface Bindings {
  readonly SECRET: string;
  readonly STORE: DedupeStore;
  readonly INBOX: Inbox;
}
type AppEnv = { Bindings: Bindings };

const app = new Hono<AppEnv>();
const secret = 's';
const handlers = { '*': () => {} };
const license: StandardSchemaV1<unknown, { number: string }> = {
  '~standard': { version: 1, vendor: 'test', validate: () => ({ value: { number: 'RN1' } }) },
};

test('c.env is typed in the resolvers and the handlers, once one of them names the app’s Env', () => {
  app.post(
    '/hooks',
    webhook({
      secret: (c: Context<AppEnv>) => c.env.SECRET,
      dedupe: (c) => c.env.STORE,
      inbox: (c) => c.env.INBOX,
      handlers: {
        '*': (_event, { framework }) =>
          expectTypeOf(framework).toEqualTypeOf<Context<AppEnv> | undefined>(),
      },
    }),
  );
  app.post('/hooks', webhook<AppEnv>({ secret: (c) => c.env.SECRET, handlers }));
  // @ts-expect-error TS2339: SECERT
  app.post('/hooks', webhook<AppEnv>({ secret: (c) => c.env.SECERT, handlers }));
  // @ts-expect-error TS2339: whose Env?
  app.post('/hooks', webhook({ secret: (c) => c.env.SECRET, handlers }));
  webhook({
    secret: (c: Context<AppEnv>) => c.env.SECRET,
    handlers,
    // @ts-expect-error TS2322: a string is not a store
    dedupe: (c) => c.env.SECRET,
  });
});

test('goes into apps with an Env of their own, and with none', () => {
  app.post('/hooks', webhook({ secret, handlers }));
  new Hono().post('/hooks', webhook({ secret, handlers }));
});

test('takes a receiver, written for Hono or for none', () => {
  app.post('/hooks', webhook(createReceiver({ secret, handlers })));
  app.post(
    '/hooks',
    webhook(createReceiver({ secret: (c: Context<AppEnv>) => c.env.SECRET, handlers })),
  );
  const elsewhere = createReceiver({
    secret: (ctx: { state: { secret: string } }) => ctx.state.secret,
    handlers,
  });
  // @ts-expect-error TS2345: a receiver for another framework
  webhook(elsewhere);
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
  webhook({
    secret: (c: Context<AppEnv>) => c.env.SECRET,
    formData: { nursing: license },
    handlers: {
      'document_verification.completed': ({ data }, { framework }) => {
        expectTypeOf(framework?.env).toEqualTypeOf<Bindings | undefined>();
        if (data.documentConfigSlug === 'nursing') {
          expectTypeOf(data.formData).toEqualTypeOf<{ number: string }>();
        }
      },
    },
  });
});

test('the event is typed behind verifyWebhook, and nowhere else', () => {
  app.post('/hooks', verifyWebhook({ secret }), (c) => {
    expectTypeOf(c.get('webhookEvent')).toEqualTypeOf<WebhookEvent>();
    expectTypeOf(c.var.webhookEvent).toEqualTypeOf<WebhookEvent>();
    expectTypeOf(c.env.SECRET).toEqualTypeOf<string>();
    return c.body(null);
  });
  app.post('/hooks', verifyWebhook({ secret: (c: Context<AppEnv>) => c.env.SECRET }), (c) => {
    expectTypeOf(c.get('webhookEvent')).toEqualTypeOf<WebhookEvent>();
    return c.body(null);
  });
  new Hono().use('/hooks', verifyWebhook({ secret })).post('/hooks', (c) => {
    expectTypeOf(c.get('webhookEvent')).toEqualTypeOf<WebhookEvent>();
    return c.body(null);
  });
  // @ts-expect-error TS2769: no such variable here
  app.get('/other', (c) => c.json(c.get('webhookEvent')));
});

test('an app that mounts verifyWebhook with use() names its variable', () => {
  const named = new Hono<AppEnv & WebhookEventEnv>();
  named.use('/hooks', verifyWebhook({ secret: (c: Context<AppEnv>) => c.env.SECRET }));
  named.post('/hooks', (c) => {
    expectTypeOf(c.get('webhookEvent')).toEqualTypeOf<WebhookEvent>();
    return c.body(null);
  });
});

test('the edge entry has the same types, and requires dedupe', () => {
  app.post(
    '/hooks',
    edgeWebhook({
      secret: (c: Context<AppEnv>) => c.env.SECRET,
      dedupe: (c) => c.env.STORE,
      handlers: {
        '*': (_event, { framework }) =>
          expectTypeOf(framework).toEqualTypeOf<Context<AppEnv> | undefined>(),
      },
    }),
  );
  edgeWebhook({
    secret,
    dedupe: memoryStore(),
    formData: { nursing: license },
    handlers: {
      'document_verification.completed': ({ data }) => {
        if (data.documentConfigSlug === 'nursing') {
          expectTypeOf(data.formData).toEqualTypeOf<{ number: string }>();
        }
      },
    },
  });
  app.post('/hooks', edgeWebhook(createReceiver({ secret, handlers })));
  // @ts-expect-error TS2345: no dedupe
  app.post('/hooks', edgeWebhook({ secret, handlers }));
  // @ts-expect-error TS2345: undefined is not a store
  app.post('/hooks', edgeWebhook({ secret, handlers, dedupe: undefined }));
});
