import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as adapter from '../src/adapters/index.js';
import * as node from '../src/adapters/node/index.js';
import * as core from '../src/index.js';
import * as storeKit from '../src/store-kit/index.js';

// The names of each entry, in the order of their letters.
const entries: { file: string; module: object; values: string; types: string }[] = [
  {
    file: 'index',
    module: core,
    values: `
      LeaseLostError PermanentError RawBodyUnavailableError RetryLater WebhookVerificationError
      consoleObserver createReceiver createVerifier eventTypes memoryStore parseSignatureHeader
      resultId signBody verifyEvent verifySignature
    `,
    types: `
      Ack AckStatus Claim ContextArguments DataIssue DeadLetter DedupeStore Delivery DispatchContext
      DispatchOutcome DocumentVerification DocumentVerificationStatus DrainOptions Duplicate
      EventDataByType EventEnvelope EventOf EventSource EventType EventWithSource FetchVerifyResult
      Handler HandlerContext Handlers HeaderValue InProgress Inbox InboxEntry InboxOptions
      InboxProcess InboxWorkOptions InboxWorker MaybePromise MemoryStore MemoryStoreOptions
      NoSchemas Observation Observer OpenFormData OpenMetadata Outcome RawBody ReceiveContext
      Receiver ReceiverFetch ReceiverOptions Rejection RejectionCode ReplayRange Schemas
      SecretResolver SignBodyOptions SignatureHeader StandardSchemaV1 TypedDocumentVerification
      Unavailable UnavailableReason UnknownEvent UnknownEventType UnknownTypeHandlers UnlistedSlug
      Verified Verifier VerifierOptions VerifyResult VerifySignatureOptions WebhookEvent
      WorkableInbox
    `,
  },
  {
    file: 'adapters/index',
    module: adapter,
    values: `
      fetchDelivery isBytes receiveWith receiveWithStore receiverOptionNames toAck toResponse verifyWith wrongRequest
    `,
    types: `
      Adapter FetchBodyFallback FrameworkContext ReceiverOptionsWithStore Receiving
      VerifiedOrAnswered
    `,
  },
  {
    file: 'adapters/node/index',
    module: node,
    values: `
      isUnread listener nodeDelivery readNodeBody sendAck
    `,
    types: `
      ListenerOptions NodeBodyFallback NodeFramework WebhookListener
    `,
  },
  {
    file: 'store-kit/index',
    module: storeKit,
    values: `
      CLAIMS_TABLE EffectInProgressError LostConnectionError NoAnswerError SQLITE_NOW SetupError
      TransactionControlError UnreadableEvent abortable allOrEach boundedKey callMethod
      checkConcurrency checkDedupeStore checkMilliseconds checkNames checkOptions checkSchema
      checkStopTimeout checkWholeNumber cleanUpInSteps createIsolation createOwnerToken
      createQueueSender createSqliteClaims createWakeup describeType eachAlone effectNames
      effectOf escapeKeyPart escapeLastPart eventOfLetter findNearName hasFunction hashKey
      ignoreErrors inboxSettings isEvent isQueuedEvent isRecord keyText
      poolConnections processQueued queueInbox queueOptionNames queueRetryDelay queueSettings
      readStoredEvent renewLease silenceOf sqliteClaimStatements sqliteClaims
      startCleanUp startWorker storedEvent tableParts throwFailures transactionalHandler
      unknownOption valueOfKeyText withCauses within workerOptionNames
    `,
    types: `
      Changed CleanUpOptions CleanUpResult CleanUpTimer Effect EffectOptions EffectTransactions
      EventQueue HeldConnection InboxSettings LeaseRenewal LeasedClaim LeasedEvent OptionNames
      PoolConnections PoolDriver QueueBackoff QueueOptions QueueOutcome QueueSender
      QueueSenderOptions QueueSettings QueuedEvent QueuedProcess RunSqlite SqliteClaims
      SqliteCleanUpResult SqliteRow SqliteStatement SqliteTransaction SqliteValue WorkerOptions
    `,
  },
];

const words = (text: string): string[] => text.trim().split(/\s+/);

it.each(entries)('$file exports these values and types, and no others', (entry) => {
  expect(Object.keys(entry.module).sort()).toEqual(words(entry.values));
  const types = exportedTypes(new URL(`../src/${entry.file}.ts`, import.meta.url));
  expect(types).toEqual(words(entry.types));
});
