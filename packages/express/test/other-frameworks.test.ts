import { otherFrameworksSuite } from 'screening-webhooks-test-support/other-frameworks';
import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { describe } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';

expectNoProcessFailures();

describe.each([
  ['webhook', webhook({ secret: SECRET, handlers: { '*': () => {} } })],
  ['verifyWebhook', verifyWebhook({ secret: SECRET })],
])('%s', (_name, handler) => {
  otherFrameworksSuite('Express', 'the IncomingMessage of Node', handler);
});
