import type { createReceiver } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/koa';
import { pino } from 'pino';
import { expectTypeOf, test } from 'vitest';
import { logOutcomes, screeningTelemetry } from '../src/index.js';

const telemetry = screeningTelemetry();

test("createReceiver has the type of the core's createReceiver", () => {
  expectTypeOf(telemetry.createReceiver).toEqualTypeOf<typeof createReceiver>();
  webhook(telemetry.createReceiver({ secret: 's', handlers: {} }));
});

test('pino and the console are loggers', () => {
  logOutcomes(pino());
  logOutcomes(console);
});
