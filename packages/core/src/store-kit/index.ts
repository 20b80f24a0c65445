// For authors of dedupe stores and inboxes: what every store of this repository shares. Listed by hand.

export { ignoreErrors } from '../async/maybe-promise.js';
export { checkDedupeStore } from '../dedupe/checked-store.js';
export { escapeKeyPart, escapeLastPart } from '../dedupe/dedupe-key.js';
export { hashKey } from '../dedupe/done-keys.js';
export { createOwnerToken, type LeasedClaim, renewLease } from '../dedupe/held-claim.js';
export { checkConcurrency, type InboxSettings, inboxSettings } from '../inbox/inbox-settings.js';
export {
  checkMilliseconds,
  checkNames,
  checkOptions,
  checkStopTimeout,
  checkWholeNumber,
  findNearName,
  type OptionNames,
  unknownOption,
} from '../options/check-options.js';
export { allOrEach, type Changed, eachAlone, throwFailures } from './all-or-each.js';
export { boundedKey, CLAIMS_TABLE, tableParts } from './claims-table.js';
export {
  type CleanUpOptions,
  type CleanUpResult,
  type CleanUpTimer,
  cleanUpInSteps,
  startCleanUp,
} from './clean-up.js';
export {
  type Effect,
  EffectInProgressError,
  type EffectOptions,
  type EffectTransactions,
  effectNames,
  effectOf,
  LostConnectionError,
  SetupError,
  TransactionControlError,
  transactionalHandler,
} from './effects.js';
export type {
  EventQueue,
  LeasedEvent,
  LeaseRenewal,
} from './event-queue/event-queue.js';
export { createIsolation } from './event-queue/isolation.js';
export { queueInbox } from './event-queue/queue-inbox.js';
export {
  checkSchema,
  type QueueOptions,
  type QueueSettings,
  queueOptionNames,
  queueSettings,
  type WorkerOptions,
  workerOptionNames,
} from './event-queue/queue-settings.js';
export { startWorker } from './event-queue/start-worker.js';
export {
  eventOfLetter,
  isEvent,
  keyText,
  readStoredEvent,
  storedEvent,
  UnreadableEvent,
  valueOfKeyText,
} from './event-queue/stored-event.js';
export { createWakeup } from './event-queue/wakeup.js';
export { callMethod, describeType, hasFunction, isRecord, withCauses } from './is-record.js';
export {
  type HeldConnection,
  type PoolConnections,
  type PoolDriver,
  poolConnections,
  silenceOf,
} from './pool-connections.js';
export { processQueued, type QueuedProcess, type QueueOutcome } from './process-queued.js';
export { type QueueBackoff, queueRetryDelay } from './queue-retry-delay.js';
export { createQueueSender, type QueueSender, type QueueSenderOptions } from './queue-sender.js';
export { isQueuedEvent, type QueuedEvent } from './queued-event.js';
export {
  createSqliteClaims,
  type RunSqlite,
  SQLITE_NOW,
  type SqliteClaims,
  type SqliteCleanUpResult,
  type SqliteRow,
  type SqliteStatement,
  type SqliteTransaction,
  type SqliteValue,
  sqliteClaimStatements,
  sqliteClaims,
} from './sqlite-claims.js';
export { abortable, NoAnswerError, within } from './within.js';
