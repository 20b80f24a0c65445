// The public API of the inbox and its consumer, listed by hand. Anything that is not listed may change without notice.
export type { Inbox } from '@screening-webhooks/core';
export type { QueuedEvent } from '@screening-webhooks/core/store-kit';
export type { SqsConsumerOptions, SqsObservation } from './consumer-settings.js';
export type { SqsBatchResponse, SqsEvent, SqsLambdaContext, SqsRecord } from './lambda-records.js';
export type { SqsOutcome } from './process-message.js';
export { type SqsConsumer, sqsConsumer } from './sqs-consumer.js';
export { type SqsInboxOptions, sqsInbox } from './sqs-inbox.js';
