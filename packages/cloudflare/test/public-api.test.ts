import { expect, it } from 'vitest';
import * as cloudflare from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(cloudflare).sort()).toEqual([
    'ScreeningDedupe',
    'd1Store',
    'durableObjectStore',
    'queueConsumer',
    'queueInbox',
  ]);
});
