import { expect, it } from 'vitest';
import * as koa from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(koa).sort()).toEqual(['verifyWebhook', 'webhook']);
});
