// The public API, listed by hand. Anything that is not listed may change without notice.

// Types of the core that the functions return
export type { DedupeStore, Inbox } from '@screening-webhooks/core';
// Inbox
export type { QueuedEvent, QueueOutcome } from '@screening-webhooks/core/store-kit';
// Dedupe stores
export { type D1Binding, type D1Store, d1Store } from './d1-store.js';
export {
  type DurableObjectBinding,
  type DurableObjectStoreOptions,
  durableObjectStore,
} from './durable-object-store.js';
export {
  type QueueBatch,
  type QueueConsumerOptions,
  type QueueMessage,
  type QueueObservation,
  queueConsumer,
} from './queue-consumer.js';
export { type QueueBinding, type QueueInboxOptions, queueInbox } from './queue-inbox.js';
export {
  type DurableObjectStateBinding,
  ScreeningDedupe,
  type ScreeningDedupeOptions,
} from './screening-dedupe.js';
