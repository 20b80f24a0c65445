import { expect, it } from 'vitest';
import * as node from '../src/adapters/node/index.js';
import * as core from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "PermanentError",
      "RawBodyUnavailableError",
      "RetryLater",
      "WebhookVerificationError",
      "createReceiver",
      "createVerifier",
      "eventTypes",
      "fetchDelivery",
      "isBytes",
      "memoryStore",
      "parseSignatureHeader",
      "resultId",
      "signBody",
      "toAck",
      "toResponse",
      "verifyEvent",
      "verifySignature",
    ]
  `);
  expect(Object.keys(node).sort()).toMatchInlineSnapshot(`
    [
      "isUnread",
      "listener",
      "nodeDelivery",
      "readNodeBody",
      "sendAck",
    ]
  `);
});
