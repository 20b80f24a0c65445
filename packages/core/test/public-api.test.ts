import { expect, it } from 'vitest';
import { exportedTypes } from '../../testing/test/support/exported-types.js';
import * as node from '../src/adapters/node/index.js';
import * as core from '../src/index.js';
import * as storeKit from '../src/store-kit/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "PermanentError",
      "RawBodyUnavailableError",
      "RetryLater",
      "WebhookVerificationError",
      "asReceiver",
      "consoleObserver",
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
      "wrongRequest",
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
  expect(Object.keys(storeKit).sort()).toMatchInlineSnapshot(`
    [
      "checkConcurrency",
      "checkDedupeStore",
      "checkMilliseconds",
      "checkStopTimeout",
      "checkWholeNumber",
      "createOwnerToken",
      "escapeKeyPart",
      "hashKey",
      "ignoreErrors",
      "inboxSettings",
      "renewLease",
    ]
  `);
});

it.each(['index', 'adapters/node/index', 'store-kit/index'])(
  '%s exports these types, and no others',
  (file) => {
    expect(exportedTypes(new URL(`../src/${file}.ts`, import.meta.url))).toMatchSnapshot();
  },
);
