import type {
  EventOf,
  HandlerContext,
  StandardSchemaV1,
  WebhookEvent,
} from '@screening-webhooks/core';
import { describe, expectTypeOf, test } from 'vitest';
import { type NestFramework, OnScreeningEvent, ScreeningWebhooksModule } from '../src/index.js';

declare const license: StandardSchemaV1<unknown, { readonly licenseNumber: string }>;
const schemas = { formData: { 'rn-license': license } };

describe('OnScreeningEvent', () => {
  test('fits methods that take the event of its type', () => {
    class Handlers {
      @OnScreeningEvent('document_verification.completed')
      one(
        event: EventOf<'document_verification.completed'>,
        context: HandlerContext<NestFramework>,
      ) {
        expectTypeOf(event.data.verified).toEqualTypeOf<true>();
        return context.signal;
      }

      @OnScreeningEvent('document_verification.completed')
      @OnScreeningEvent('document_verification.failed')
      async two(
        _event: EventOf<'document_verification.completed' | 'document_verification.failed'>,
      ) {}

      @OnScreeningEvent('*')
      all(_event: WebhookEvent) {}

      @OnScreeningEvent('document_verification.recorded')
      less() {}

      @OnScreeningEvent<'document_verification.completed', typeof schemas>(
        'document_verification.completed',
      )
      typed({ data }: EventOf<'document_verification.completed', typeof schemas>) {
        if (data.documentConfigSlug === 'rn-license') {
          expectTypeOf(data.formData.licenseNumber).toEqualTypeOf<string>();
        }
      }
    }
    new Handlers();
  });

  test('a method of another type, and a type that does not exist, do not compile', () => {
    class Handlers {
      // @ts-expect-error TS1241: its events are failed ones
      @OnScreeningEvent('document_verification.failed')
      other(_event: EventOf<'document_verification.completed'>) {}

      // @ts-expect-error TS1241: a string is not an event
      @OnScreeningEvent('document_verification.failed')
      text(_event: string) {}

      // @ts-expect-error TS2345: recordedd
      @OnScreeningEvent('document_verification.recordedd')
      misspelt() {}
    }
    new Handlers();
  });
});

test('the module takes the options of a receiver, and no handlers', () => {
  ScreeningWebhooksModule.forRoot({
    path: '/hooks',
    ...schemas,
    secret: (framework) => {
      expectTypeOf(framework).toEqualTypeOf<NestFramework>();
      return 's';
    },
  });
  // @ts-expect-error TS2353: handlers are decorated methods
  ScreeningWebhooksModule.forRoot({ path: '/hooks', secret: 's', handlers: { '*': () => {} } });
  // @ts-expect-error TS2345: without a path
  ScreeningWebhooksModule.forRoot({ secret: 's' });
});
