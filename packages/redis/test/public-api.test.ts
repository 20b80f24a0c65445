import { expect, it } from 'vitest';
import * as inbox from '../src/inbox/index.js';
import * as store from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(store).sort()).toEqual(['redisStore']);
  expect(Object.keys(inbox).sort()).toEqual(['redisInbox']);
});
