import type { createReceiver, Receiver, StandardSchemaV1 } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/koa';
import type { Context } from 'koa';
import { pino } from 'pino';
import { expectTypeOf, test } from 'vitest';
import { logOutcomes, screeningTelemetry } from '../src/index.js';

const telemetry = screeningTelemetry();

test("createReceiver has the type of the core's createReceiver", () => {
  expectTypeOf(telemetry.createReceiver).toEqualTypeOf<typeof createReceiver>();
});

test('frameworks and schemas are inferred', () => {
  const license: StandardSchemaV1<unknown, { number: string }> = {
    '~standard': { version: 1, vendor: 'test', validate: () => ({ value: { number: 'RN1' } }) },
  };
  const receiver = telemetry.createReceiver({
    secret: (ctx: Context) => ctx.get('x-tenant'),
    formData: { nursing: license },
    handlers: {
      'document_verification.completed': ({ data }, { framework }) => {
        expectTypeOf(framework).toEqualTypeOf<Context | undefined>();
        if (data.documentConfigSlug === 'nursing') {
          expectTypeOf(data.formData).toEqualTypeOf<{ number: string }>();
        }
      },
    },
  });
  expectTypeOf(receiver).toEqualTypeOf<Receiver<Context>>();
  webhook(receiver);
});

test('an event type that does not exist does not compile', () => {
  telemetry.createReceiver({
    secret: 's',
    // @ts-expect-error TS2353: recordedd
    handlers: { 'document_verification.recordedd': () => {} },
  });
});

test('pino and the console are loggers', () => {
  logOutcomes(pino());
  logOutcomes(console);
});
