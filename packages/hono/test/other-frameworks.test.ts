import { describe } from 'vitest';
import { otherFrameworksSuite } from '../../testing/test/support/other-frameworks.js';
import { SECRET } from '../../testing/test/support/signed.js';
import { verifyWebhook, webhook } from '../src/index.js';

describe.each([
  ['webhook', webhook({ secret: SECRET, handlers: { '*': () => {} } })],
  ['verifyWebhook', verifyWebhook({ secret: SECRET })],
])('%s', (_name, handler) => {
  otherFrameworksSuite('Hono', 'the context of Hono', handler);
});
