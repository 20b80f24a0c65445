import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as adapter from '../src/adapters/index.js';
import * as node from '../src/adapters/node/index.js';
import * as core from '../src/index.js';
import * as storeKit from '../src/store-kit/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "LeaseLostError",
      "PermanentError",
      "RawBodyUnavailableError",
      "RetryLater",
      "WebhookVerificationError",
      "consoleObserver",
      "createReceiver",
      "createVerifier",
      "eventTypes",
      "memoryStore",
      "parseSignatureHeader",
      "resultId",
      "signBody",
      "verifyEvent",
      "verifySignature",
    ]
  `);
  expect(Object.keys(adapter).sort()).toMatchInlineSnapshot(`
    [
      "fetchDelivery",
      "isBytes",
      "receiveWith",
      "receiveWithStore",
      "toAck",
      "toResponse",
      "verifyWith",
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
      "CLAIMS_TABLE",
      "EffectInProgressError",
      "LostConnectionError",
      "NoAnswerError",
      "SetupError",
      "TransactionControlError",
      "UnreadableEvent",
      "abortable",
      "allOrEach",
      "boundedKey",
      "callMethod",
      "checkConcurrency",
      "checkDedupeStore",
      "checkMilliseconds",
      "checkNames",
      "checkSchema",
      "checkStopTimeout",
      "checkWholeNumber",
      "cleanUpInSteps",
      "createIsolation",
      "createOwnerToken",
      "createQueueSender",
      "createWakeup",
      "describeType",
      "eachAlone",
      "effectNames",
      "effectOf",
      "escapeKeyPart",
      "escapeLastPart",
      "eventOfLetter",
      "findNearName",
      "hasFunction",
      "hashKey",
      "ignoreErrors",
      "inboxSettings",
      "isEvent",
      "isQueuedEvent",
      "isRecord",
      "keyText",
      "poolConnections",
      "processQueued",
      "queueInbox",
      "queueOptionNames",
      "queueRetryDelay",
      "queueSettings",
      "readStoredEvent",
      "renewLease",
      "silenceOf",
      "startCleanUp",
      "startWorker",
      "storedEvent",
      "tableParts",
      "throwFailures",
      "transactionalHandler",
      "unknownOption",
      "valueOfKeyText",
      "withCauses",
      "within",
      "workerOptionNames",
    ]
  `);
});

it.each(['index', 'adapters/index', 'adapters/node/index', 'store-kit/index'])(
  '%s exports these types, and no others',
  (file) => {
    expect(exportedTypes(new URL(`../src/${file}.ts`, import.meta.url))).toMatchSnapshot();
  },
);
