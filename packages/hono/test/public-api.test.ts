import { expect, it } from 'vitest';
import * as hono from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(hono).sort()).toEqual(['verifyWebhook', 'webhook']);
});
