import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as hono from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(hono).sort()).toEqual(['verifyWebhook', 'webhook']);
});

it('exports these types, and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'HonoFramework',
    'WebhookEventEnv',
    'WebhookHandler',
  ]);
});
