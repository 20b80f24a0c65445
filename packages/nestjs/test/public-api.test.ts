import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as nestjs from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(nestjs).sort()).toEqual([
    'OnScreeningEvent',
    'ScreeningReceiver',
    'ScreeningWebhooksModule',
  ]);
});

it('exports these types, and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'NestFramework',
    'ScreeningEventHandler',
    'ScreeningWebhooksAsyncOptions',
    'ScreeningWebhooksOptions',
  ]);
});
