import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as express from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(express).sort()).toEqual(['keepRawBody', 'verifyWebhook', 'webhook']);
});

it('exports these types, and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'ExpressFramework',
    'VerifyingHandler',
    'WebhookEventLocals',
    'WebhookHandler',
  ]);
});
