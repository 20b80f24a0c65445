import { otherFrameworksSuite } from 'screening-webhooks-test-support/other-frameworks';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { describe } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';

describe.each([
  ['webhook', webhook({ secret: SECRET, handlers: { '*': () => {} } })],
  ['verifyWebhook', verifyWebhook({ secret: SECRET })],
])('%s', (_name, handler) => {
  otherFrameworksSuite('Hono', 'the context of Hono', handler);
});
