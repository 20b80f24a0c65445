// The public API of the store, listed by hand. Anything that is not listed may change without notice.
export type { DedupeStore } from '@screening-webhooks/core';
export { type DynamoStoreOptions, dynamoStore } from './dynamo-store.js';
export { ClockSkewError } from './measured-clock.js';
