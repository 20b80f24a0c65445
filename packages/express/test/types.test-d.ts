import type { Receiver, StandardSchemaV1, WebhookEvent } from '@screening-webhooks/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { describe, expectTypeOf, test } from 'vitest';
import { type ExpressFramework, keepRawBody, verifyWebhook, webhook } from '../src/index.js';

const secret = 's';
declare const license: StandardSchemaV1<unknown, { readonly licenseNumber: string }>;

describe('webhook', () => {
  test('is a handler of Express, from options or a receiver', () => {
    expectTypeOf(webhook({ secret, handlers: { '*': () => {} } })).toExtend<RequestHandler>();
    expectTypeOf(webhook).toBeCallableWith({} as Receiver);
    expectTypeOf(webhook).toBeCallableWith({} as Receiver<ExpressFramework>);
  });

  test('gives resolvers the request, and handlers too where there is one', () => {
    webhook({
      secret: ({ req }) => {
        expectTypeOf(req).toEqualTypeOf<Request>();
        return secret;
      },
      formData: { 'rn-license': license },
      handlers: {
        'document_verification.completed': ({ data }, { framework }) => {
          expectTypeOf(framework?.res).toEqualTypeOf<Response | undefined>();
          if (data.documentConfigSlug === 'rn-license') {
            expectTypeOf(data.formData.licenseNumber).toEqualTypeOf<string>();
          }
        },
      },
    });
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
});

describe('verifyWebhook', () => {
  test('puts a typed event on the request, which may be missing', () => {
    const app = express();
    app.post('/', verifyWebhook({ secret }), (req) => {
      expectTypeOf(req.webhookEvent).toEqualTypeOf<WebhookEvent | undefined>();
    });
  });

  test('gives the handlers of its route the event with the types of its schemas', () => {
    const app = express();
    const verify = verifyWebhook({ secret, formData: { 'rn-license': license } });
    app.post('/', verify, (_req, res) => {
      const { type, data } = res.locals.webhookEvent;
      if (type === 'document_verification.completed' && data.documentConfigSlug === 'rn-license') {
        expectTypeOf(data.formData.licenseNumber).toEqualTypeOf<string>();
      }
    });
    express.Router().post('/', verifyWebhook({ secret }), (_req, res) => {
      expectTypeOf(res.locals.webhookEvent).toEqualTypeOf<WebhookEvent>();
    });
  });

  test('is a handler like any other', () => {
    const handlers: RequestHandler[] = [verifyWebhook({ secret, metadata: license })];
    const recorded: RequestHandler = (req, res) => void res.json(req.body.id);
    const app = express();
    app.use(verifyWebhook({ secret }));
    app.use('/', verifyWebhook({ secret }), ...handlers, recorded);
    app.post('/:tenant', verifyWebhook({ secret }), recorded, (req, res) => {
      res.json({ tenant: req.params['tenant'], id: req.body.id });
    });
  });
});

test('keepRawBody fits the verify option', () => {
  express.json({ verify: keepRawBody });
});
