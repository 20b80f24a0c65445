import { expect, it } from 'vitest';
import * as express from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(express).sort()).toEqual(['keepRawBody', 'verifyWebhook', 'webhook']);
});
